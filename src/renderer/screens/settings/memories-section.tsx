import { MemoryList } from '../../memories/memory-list.tsx'

/** What all agents share. An agent's own memories stand on its page. */
export function MemoriesSection() {
  return <MemoryList agentId={null} />
}
