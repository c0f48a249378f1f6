import { expect, test } from 'vitest'
import { toolMetadata } from '../../../test/tool-metadata.ts'
import { operationsOf, resolveOperation } from './operations.ts'

const store = toolMetadata([{ name: 'list' }, { name: 'get' }, { name: 'save' }], [])
const single = toolMetadata([{ name: 'run' }], [])
const none = toolMetadata([], [])
const name = (result: ReturnType<typeof resolveOperation>) =>
  'operation' in result ? result.operation.name : result.problem

test('D7: a tool that declares no operation has one, named after it', () => {
  expect(operationsOf(none)).toMatchObject([
    { name: 'sample', enabledByDefault: true, requiresApprovalByDefault: true },
  ])
  expect(name(resolveOperation(none, {}, ['sample']))).toBe('sample')
})

test('the operation the discriminator names, if it is allowed', () => {
  expect(name(resolveOperation(store, { action: 'get' }, ['list', 'get']))).toBe('get')
  expect(name(resolveOperation(store, { action: 'save' }, ['list', 'get']))).toBe(
    '"action" is "save". It must be one of: list, get.',
  )
})

test.each(['ghost', 'GET', 'get ', 5, true, {}, ['get'], '__proto__'])('R3: %j is no operation', asked => {
  expect(resolveOperation(store, { action: asked }, ['list', 'get', 'save'])).toHaveProperty('problem')
})

test.each([{}, { action: null }, { action: '' }])(
  'F3: %j means the one that is allowed, not the first declared',
  args => {
    expect(name(resolveOperation(store, args, ['save']))).toBe('save')
  },
)

test('with a choice, a missing operation is a problem that names the choice', () => {
  expect(name(resolveOperation(store, {}, ['list', 'get']))).toBe('"action" is missing. It must be one of: list, get.')
  expect(resolveOperation(store, JSON.parse('{"__proto__": {"action": "get"}}'), ['list', 'get'])).toHaveProperty(
    'problem',
  )
})

test('R13: what the model called the operation is said shortly, and shows what cannot be seen', () => {
  for (const action of [`\u202e\u0000${'x'.repeat(9_000)}`, { deep: '\u2066'.repeat(9_000) }]) {
    const answer = resolveOperation(store, { action }, ['get', 'save'])
    const { problem } = answer as { problem: string }
    expect(problem).toMatch(/^"action" is .*…"?\. It must be one of: get, save\.$/)
    expect(problem.length).toBeLessThanOrEqual(500)
    expect(problem).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  }
})

test('R3: nothing allowed, nothing meant; names the tool does not declare allow nothing (F4)', () => {
  expect(resolveOperation(store, { action: 'get' }, [])).toHaveProperty('problem')
  expect(resolveOperation(single, {}, ['ghost'])).toHaveProperty('problem')
})
