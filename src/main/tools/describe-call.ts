import type { JsonValue } from '@spora/sdk'
import { discriminatorKey } from './operations.ts'
import { quote, visible } from './quote.ts'
import type { RegisteredTool } from './registered-tool.ts'
import { shownName } from './shown-name.ts'
import { within } from './within.ts'

const LONGEST = 300

export interface DescribeLimits {
  readonly describeMs: number
  /** For a process that has to start first. */
  readonly startMs: number
}

const LIMITS: DescribeLimits = { describeMs: 1_000, startMs: 10_000 }

/**
 * The line a person reads before approving (D8): the tool's own, on one line, up to 300 characters; the operation and
 * the arguments when the tool throws, says nothing or takes too long.
 */
export async function describeCall(
  tool: RegisteredTool,
  operation: string,
  args: Readonly<Record<string, JsonValue>>,
  limits: Partial<DescribeLimits> = {},
): Promise<string> {
  const own = oneLine(await askTool(tool, args, { ...LIMITS, ...limits }).catch(() => null))
  return own === '' ? fallback(tool, operation, args) : own
}

async function askTool(
  tool: RegisteredTool,
  args: Readonly<Record<string, JsonValue>>,
  { describeMs, startMs }: DescribeLimits,
): Promise<unknown> {
  const late = () => new Error('It takes too long.')
  if (tool.runner.ready) await within(tool.runner.ready(), startMs, late)
  return within(tool.runner.describe(args), describeMs, late)
}

function fallback(tool: RegisteredTool, operation: string, args: Readonly<Record<string, JsonValue>>): string {
  const key = discriminatorKey(tool.metadata)
  const sent = Object.entries(args).filter(([name]) => name !== key)
  const list = sent.map(([name, value]) => `${name} ${quote(value)}`).join(', ')
  return oneLine(
    `${shownName(tool.metadata)}, ${operation}${list === '' ? '' : `: ${list}`} (the tool gave no description)`,
  )
}

/** Line breaks and runs of spaces become one space, hidden characters visible; cut on a code-point boundary. */
function oneLine(text: unknown): string {
  if (typeof text !== 'string') return ''
  // A megabyte need not be looked at to show 300 characters.
  const line = visible(
    text
      .slice(0, LONGEST * 8)
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const points = [...line]
  return points.length > LONGEST ? `${points.slice(0, LONGEST - 1).join('')}…` : line
}
