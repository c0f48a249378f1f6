import { type JsonValue, ToolResult } from '@spora/sdk'
import { nestedDeeper } from '../text/nested-deeper.ts'
import { wellFormedText, wellFormedValue } from '../text/well-formed.ts'

/** Levels of lists and objects in a result's data. SQLite reads JSON to a depth of 1,000. */
export const DEEPEST_DATA = 200

/**
 * Whatever a tool gave back, as a result: its own when it has the right shape (also from another copy of the SDK),
 * else a failure that says what came instead. Data that is no JSON is a failure too.
 */
export function toolResultFrom(value: unknown, toolName: string): ToolResult {
  if (!isResult(value))
    return ToolResult.fail(
      `${toolName} gave back ${kindOf(value)} instead of a result. Its author must return ToolResult.`,
    )
  try {
    const text = JSON.stringify(value.data ?? null)
    if (text === undefined) throw new TypeError('nothing JSON can express')
    if (nestedDeeper(value.data, DEEPEST_DATA))
      return ToolResult.fail(
        `${toolName} gave back data that is nested more than ${DEEPEST_DATA} levels deep. Its author must return flatter values.`,
      )
    return new ToolResult(value.success, wellFormedText(value.content), wellFormedValue(JSON.parse(text) as JsonValue))
  } catch {
    return ToolResult.fail(`${toolName} gave back data that is no JSON. Its author must return plain values.`)
  }
}

function isResult(value: unknown): value is { success: boolean; content: string; data?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'success' in value &&
    typeof value.success === 'boolean' &&
    'content' in value &&
    typeof value.content === 'string'
  )
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}
