import { describeToolClass, type ToolContext } from '@spora/sdk'
import { expect, test } from 'vitest'
import { AbstractMemoryTool } from './abstract-memory-tool.ts'
import { GlobalMemoryTool } from './global-memory-tool.ts'
import type { MemoryScope, MemoryShelf } from './memory-shelf.ts'
import { MemoryTool } from './memory-tool.ts'

/** A shelf in memory, with room for three. */
function shelf(): MemoryShelf & { readonly saved: unknown[] } {
  const rows = new Map<string, { name: string; summary: string; content: string }>()
  const key = (scope: MemoryScope, name: string) => `${JSON.stringify(scope)} ${name}`
  const saved: unknown[] = []
  return {
    saved,
    list: scope => [...rows].filter(([at]) => at.startsWith(JSON.stringify(scope))).map(([, row]) => row),
    read: (scope, name) => rows.get(key(scope, name)) ?? null,
    save(scope, memory) {
      saved.push(memory)
      const existing = rows.get(key(scope, memory.name))
      if (!existing && rows.size >= 3) return 'full'
      rows.set(key(scope, memory.name), { summary: existing?.summary ?? '', ...memory })
      return existing ? 'updated' : 'created'
    },
    remove: (scope, name) => rows.delete(key(scope, name)),
  }
}
const owner = { ownerUserId: 7 } as ToolContext

test('D6: parameters come from the abstract base, the tool and its operations from the concrete class', () => {
  for (const [Class, name] of [
    [MemoryTool, 'memory'],
    [GlobalMemoryTool, 'global_memory'],
  ] as const) {
    const metadata = describeToolClass(Class)
    expect(metadata.tool.name).toBe(name)
    expect(
      metadata.operations.map(each => [each.name, each.enabledByDefault, each.requiresApprovalByDefault, each.effect]),
    ).toEqual([
      ['list', true, false, 'none'],
      ['get', true, false, 'none'],
      ['save', true, false, 'write'],
      ['delete', true, true, 'destructive'],
    ])
    expect(metadata.parameters.map(each => [each.name, each.type, each.required])).toEqual([
      ['name', 'string', ['get', 'save', 'delete']],
      ['content', 'string', ['save']],
      ['summary', 'string', false],
      ['order', 'integer', false],
    ])
  }
  expect(Object.getPrototypeOf(MemoryTool)).toBe(AbstractMemoryTool)
})

test('B: save, list, get, change, delete, in the words of the reference', () => {
  const tool = new MemoryTool(shelf())
  const run = (args: object) => tool.execute(args, 3)
  expect(run({ action: 'list' }).content).toBe('No memories in agent scope.')
  expect(run({ action: 'save', name: ' office\n code ', content: '4711', summary: 'The  code' })).toMatchObject({
    success: true,
    content: 'Saved memory [office code] in agent scope.',
  })
  expect(run({ action: 'list' }).content).toBe('Found 1 memory in agent scope:\n- [office code] — The code')
  expect(run({ action: 'get', name: 'office code' }).content).toBe('# office code\n_The code_\n\n4711')
  expect(run({ action: 'save', name: 'office code', content: '4712' }).content).toBe(
    'Updated memory [office code] in agent scope.',
  )
  expect(run({ action: 'get', name: 'office code' }).content).toContain('4712')
  expect(run({ action: 'delete', name: 'office code' }).content).toBe('Deleted memory [office code] from agent scope.')
  expect(run({ action: 'list' }).content).toBe('No memories in agent scope.')
})

test('B: what is left out is not sent on: summary and order stay as they are', () => {
  const rows = shelf()
  new MemoryTool(rows).execute({ action: 'save', name: 'a', content: 'x' }, 3)
  new MemoryTool(rows).execute({ action: 'save', name: 'a', content: 'x', summary: '', order: 4 }, 3)
  expect(rows.saved).toEqual([
    { name: 'a', content: 'x' },
    { name: 'a', content: 'x', summary: '', order: 4 },
  ])
})

test('B: agent memories are the calling agent’s, global ones the owner’s', () => {
  const rows = shelf()
  const [own, all] = [new MemoryTool(rows), new GlobalMemoryTool(rows)]
  own.execute({ action: 'save', name: 'a', content: 'x' }, 3, 1, owner)
  all.execute({ action: 'save', name: 'b', content: 'y' }, 3, 1, owner)
  expect(rows.list({ agentId: 3 }).map(({ name }) => name)).toEqual(['a'])
  expect(rows.list({ userId: 7 }).map(({ name }) => name)).toEqual(['b'])
  expect(own.execute({ action: 'get', name: 'a' }, 4, 1, owner)).toMatchObject({ success: false })
  expect(all.execute({ action: 'list' }, 4, 1, owner).content).toBe('Found 1 memory in global scope:\n- [b]')
  for (const context of [undefined, { ownerUserId: null } as ToolContext])
    expect(all.execute({ action: 'list' }, 4, 1, context)).toMatchObject({ success: false, content: 'User not found.' })
})

test('D8: what cannot be done is an answer that says what can', () => {
  const rows = shelf()
  const tool = new MemoryTool(rows)
  const run = (args: object) => tool.execute(args, 3)
  for (const action of ['get', 'save', 'delete'])
    expect(run({ action, name: ' ', content: 'x' })).toMatchObject({
      success: false,
      content: `Error: name is required for ${action} action.`,
    })
  expect(run({ action: 'save', name: 'a' })).toMatchObject({ success: false })
  expect(run({ action: 'get', name: 'a' }).content).toBe('Memory [a] not found in agent scope. It is empty.')
  run({ action: 'save', name: 'b', content: 'x' })
  expect(run({ action: 'delete', name: 'a' }).content).toBe('Memory [a] not found in agent scope. There are: [b].')
  for (const excess of [{ name: 'n'.repeat(101) }, { content: 'c'.repeat(100_001) }, { summary: 's'.repeat(501) }])
    expect(run({ action: 'save', name: 'c', content: 'x', ...excess })).toMatchObject({
      success: false,
      content: expect.stringContaining('Shorten it'),
    })
  for (const name of ['c', 'd']) run({ action: 'save', name, content: 'x' })
  expect(run({ action: 'save', name: 'e', content: 'x' })).toMatchObject({
    success: false,
    content: expect.stringContaining('no room'),
  })
  expect(run({ action: 'forget', name: 'e' })).toMatchObject({ success: false, content: "Unknown operation 'forget'." })
})

test('P2: the line before an approval says what is saved or forgotten, and where', () => {
  const tool = new GlobalMemoryTool(shelf())
  expect(tool.describeAction({ action: 'save', name: 'a', content: 'x\ny' })).toBe('Save “a” to global memory: x y')
  expect(tool.describeAction({ action: 'delete', name: 'a' })).toBe('Delete “a” from global memory')
  expect(tool.describeAction({ action: 'get', name: 'a' })).toBe('Read “a” from global memory')
  expect(tool.describeAction({ action: 'list' })).toBe('List what is in global memory')
})
