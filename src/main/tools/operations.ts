import { discriminatorKey, type OperationMetadata, operationsOf, type ToolMetadata } from '@spora/sdk'
import { quote } from './quote.ts'

export { discriminatorKey, operationsOf }

/**
 * Which operation a call means. Without a discriminator it is the only operation allowed, else a problem: with a
 * choice there is no default (A2). What is named must be declared and allowed.
 */
export function resolveOperation(
  metadata: ToolMetadata,
  args: Readonly<Record<string, unknown>>,
  allowed: Iterable<string>,
): { operation: OperationMetadata } | { problem: string } {
  const permitted = new Set(allowed)
  const offered = operationsOf(metadata).filter(({ name }) => permitted.has(name))
  const names = offered.map(({ name }) => name).join(', ')
  const key = discriminatorKey(metadata)
  const asked = key !== null && Object.hasOwn(args, key) ? args[key] : undefined
  const [only] = offered
  if (!only) return { problem: `No operation of ${metadata.tool.name} is allowed.` }
  if (asked === undefined || asked === null || asked === '') {
    return offered.length === 1 ? { operation: only } : { problem: `"${key}" is missing. It must be one of: ${names}.` }
  }
  const operation = offered.find(({ name }) => name === asked)
  return operation ? { operation } : { problem: `"${key}" is ${quote(asked, 80)}. It must be one of: ${names}.` }
}
