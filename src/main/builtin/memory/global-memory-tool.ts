import { Tool, type ToolContext, ToolOperation } from '@spora/sdk'
import { AbstractMemoryTool } from './abstract-memory-tool.ts'
import type { MemoryScope } from './memory-shelf.ts'

@Tool({
  name: 'global_memory',
  description:
    'Remember things across chats, shared by all agents of the user. List what is there before you save something new.',
  displayName: 'Global Memory',
  category: 'data',
  icon: 'database',
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
export class GlobalMemoryTool extends AbstractMemoryTool {
  protected override getScope(): string {
    return 'global'
  }

  protected override scopeOf(_agentId: number, context: ToolContext | undefined): MemoryScope | null {
    const userId = context?.ownerUserId ?? null
    return userId === null ? null : { userId }
  }
}
