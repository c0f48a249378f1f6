import type { AgentView } from '../../../shared/contract/agents.ts'
import type { TextKey } from '../../i18n/text.tsx'

const EXAMPLES: ReadonlyMap<string, TextKey> = new Map([
  ['calculator', 'chats.example.calculator'],
  ['time', 'chats.example.time'],
  ['read_url', 'chats.example.read_url'],
  ['memory', 'chats.example.memory'],
])

/** Three things the agent's own tools can do. */
export function examplesFor(agent: AgentView): TextKey[] {
  const fitting = agent.tools.flatMap(tool => EXAMPLES.get(tool.qualified_name) ?? [])
  return [...fitting, 'chats.example.plain' as const].slice(0, 3)
}
