import { expect, test } from 'vitest'
import { toolMetadata } from '../../../test/tool-metadata.ts'
import { registeredTool } from './create-registered-tool.ts'
import { inProcessRunner } from './in-process-runner.ts'
import { ToolRegistry } from './tool-registry.ts'

const metadata = toolMetadata([], [], 'search')

function tool(slug: string | null, className = 'SearchTool') {
  const runner = inProcessRunner(null as never, 'search', {})
  return registeredTool({ metadata: { ...metadata, className }, slug, runner })
}

test('R1: a name is found exactly, or not at all', () => {
  const registry = new ToolRegistry()
  registry.register([tool('acme')])
  expect(registry.byName('acme:search')?.toolClass).toBe('acme/SearchTool')
  for (const name of [
    'search',
    'Acme:search',
    'acme:search ',
    'acme:sea\u200brch',
    'acme__search',
    ':search',
    'toString',
    '__proto__',
    '',
  ])
    expect(registry.byName(name)).toBeUndefined()
})

test('B072, R1: one bare name in the core and two plugins is three tools', () => {
  const registry = new ToolRegistry()
  registry.register([tool(null), tool('acme'), tool('beta')])
  expect(registry.list().map(({ qualifiedName }) => qualifiedName)).toEqual(['search', 'acme:search', 'beta:search'])
  expect(registry.byName('search')?.pluginSlug).toBeNull()
})

test('R2: a class is found by slug and class name', () => {
  const registry = new ToolRegistry()
  registry.register([tool(null), tool('acme')])
  expect(registry.byClass('core/SearchTool')?.qualifiedName).toBe('search')
  expect(registry.byClass('acme/SearchTool')?.qualifiedName).toBe('acme:search')
  expect(registry.byClass('SearchTool')).toBeUndefined()
})

test('B071, R1: a name or a class that is taken is refused, and nothing of the list is registered', () => {
  const registry = new ToolRegistry()
  registry.register([tool('acme')])
  expect(() => registry.register([tool('beta'), tool('acme', 'OtherTool')])).toThrow('acme:search')
  expect(() => registry.register([tool('beta'), tool('beta', 'OtherTool')])).toThrow('beta:search')
  expect(registry.list()).toHaveLength(1)
})

test('a plugin goes with all its tools, and each change is told with a new revision', () => {
  const registry = new ToolRegistry()
  const revisions: number[] = []
  const stop = registry.onChange(() => revisions.push(registry.revision))
  registry.register([tool('acme'), tool(null)])
  registry.removePlugin('acme')
  registry.removePlugin('acme')
  registry.register([])
  stop()
  registry.register([tool('acme')])
  expect(revisions).toEqual([1, 2])
  expect(registry.list().map(({ qualifiedName }) => qualifiedName)).toEqual(['search', 'acme:search'])
})
