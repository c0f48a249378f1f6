import type { CallView } from '../../shared/contract/calls.ts'
import { humanize } from './humanize.ts'

/** The operation in a person's words; null for a tool that has but one, which is named after the tool itself. */
export function operationName({ operation, tool_name }: Pick<CallView, 'operation' | 'tool_name'>): string | null {
  if (operation === null || operation === tool_name.split(':').at(-1)) return null
  return humanize(operation)
}
