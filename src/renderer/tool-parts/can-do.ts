import type { AgentToolView } from '../../shared/contract/agents.ts'

export interface CanDo {
  /** Verb phrases: "get the current time". */
  readonly freely: readonly string[]
  readonly asks: readonly string[]
}

/**
 * What an agent can do, from what its tools say about themselves. Authors write operations as orders ("Get the current
 * time."), which read well after "Can"; a description in any other form falls back to the tool's name.
 */
export function canDo(tools: readonly AgentToolView[]): CanDo {
  const freely: string[] = []
  const asks: string[] = []
  for (const { tool, enabled, operations } of tools) {
    if (!enabled || tool.state === 'load_error' || tool.state === 'plugin_off') continue
    for (const operation of operations) {
      if (!operation.effective_enabled) continue
      const phrase =
        verbPhrase(operation.description) ?? toolPhrase(tool.display_name, operation.name, operations.length)
      ;(operation.effective_requires_approval ? asks : freely).push(phrase)
    }
  }
  return { freely: [...new Set(freely)], asks: [...new Set(asks)] }
}

function toolPhrase(tool: string, operation: string, operations: number): string {
  return operations > 1 ? `use ${tool} (${operation.replaceAll('_', ' ')})` : `use ${tool}`
}

/** The first sentence with a small first letter, when it begins with a verb in its plain form. */
export function verbPhrase(description: string): string | null {
  const sentence =
    description
      .trim()
      .split(/(?<=[^.])[.!?:;](?:\s|$)|\n/)[0]
      ?.trim() ?? ''
  const first = sentence.match(/^[A-Z][a-z]+(?=\s)/)?.[0]
  if (!first || sentence.length > 90) return null
  // "Returns …" and "The …" are no orders; "Access", "Process" are.
  if ((first.endsWith('s') && !first.endsWith('ss')) || notVerbs.has(first) || first.endsWith('ing')) return null
  return sentence[0]?.toLowerCase() + sentence.slice(1)
}

const notVerbs = new Set(['The', 'A', 'An', 'This', 'That', 'Your', 'It', 'All', 'Any', 'No', 'When', 'With', 'Only'])
