import { Tool, ToolOperation } from '@spora/sdk'
import { AbstractMemoryTool } from './abstract-memory-tool.ts'
import type { MemoryScope } from './memory-shelf.ts'

@Tool({
  name: 'memory',
  description: 'Remember things across chats, for this agent alone. List what is there before you save something new.',
  displayName: 'Memory',
  category: 'data',
  icon: 'brain',
})
@ToolOperation({
  name: 'list',
  description: 'The names and summaries of all memories.',
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolOperation({
  name: 'get',
  description: 'One memory in full.',
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolOperation({
  name: 'save',
  description: 'Remember something under a name, or change what is remembered under it.',
  requiresApprovalByDefault: false,
  effect: 'write',
  idempotent: true,
})
@ToolOperation({
  name: 'delete',
  description: 'Forget a memory for good.',
  requiresApprovalByDefault: true,
  effect: 'destructive',
  idempotent: true,
})
export class MemoryTool extends AbstractMemoryTool {
  protected override getScope(): string {
    return 'agent'
  }

  protected override scopeOf(agentId: number): MemoryScope {
    return { agentId }
  }
}
