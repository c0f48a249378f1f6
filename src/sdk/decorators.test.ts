import { expect, test } from 'vitest'
import { AbstractTool } from './abstract-tool.ts'
import { collectMetadata } from './collect-metadata.ts'
import { Tool, ToolOperation, ToolParameter, ToolSetting } from './decorators.ts'
import { describeToolClass } from './describe-tool-class.ts'
import { ToolDeclarationError } from './tool-declaration-error.ts'
import type { ToolClass } from './tool-instance.ts'
import { ToolResult } from './tool-result.ts'

@Tool({ name: 'web_search', description: 'Search the web.', displayName: 'Web Search', icon: 'search' })
@ToolSetting({ key: 'api_key', label: 'API Key', type: 'password', required: true })
@ToolSetting({ key: 'http_timeout', label: 'Timeout', type: 'number', default: 10 })
@ToolOperation({ name: 'search', description: 'Run a search.', requiresApprovalByDefault: false, effect: 'none' })
@ToolOperation({ name: 'open', description: 'Open a result.', timeoutMs: 5000 })
@ToolParameter({ name: 'query', type: 'string', description: 'What to look for.', required: ['search'] })
@ToolParameter({ name: 'limit', type: 'integer', description: 'How many.', default: 10 })
class WebSearchTool extends AbstractTool {
  describeAction({ query }: { query: string }) {
    return `Search the web for “${query}”`
  }

  async execute({ query }: { query: string }) {
    return ToolResult.ok(query)
  }
}

test('D3: decorators give declaration order, top first, with every default filled in', () => {
  const metadata = describeToolClass(WebSearchTool)
  expect(metadata.className).toBe('WebSearchTool')
  expect(metadata.tool).toEqual({
    name: 'web_search',
    description: 'Search the web.',
    displayName: 'Web Search',
    category: 'general',
    icon: 'search',
  })
  expect(metadata.operations.map(({ name }) => name)).toEqual(['search', 'open'])
  expect(metadata.parameters.map(({ name }) => name)).toEqual(['query', 'limit'])
  expect(metadata.settings.map(({ key }) => key)).toEqual(['api_key', 'http_timeout'])
  expect(metadata.operations[0]).toEqual({
    name: 'search',
    description: 'Run a search.',
    enabledByDefault: true,
    requiresApprovalByDefault: false,
    discriminatorKey: 'action',
    effect: 'none',
    idempotent: true,
  })
  expect(metadata.operations[1]).toMatchObject({ effect: 'write', idempotent: false, timeoutMs: 5000 })
  expect(JSON.parse(JSON.stringify(metadata))).toEqual(metadata)
})

test('D1: only the first two arguments of execute are required', async () => {
  expect(await new WebSearchTool().execute({ query: 'x' })).toEqual(new ToolResult(true, 'x'))
})

@ToolParameter({ name: 'name', type: 'string', description: 'Inherited.', required: false })
@ToolParameter({ name: 'content', type: 'string', description: 'Of the parent.', required: false })
@ToolSetting({ key: 'shared', label: 'Of the parent', type: 'text' })
@ToolOperation({ name: 'inherited' })
@Tool({ name: 'parent', description: 'p' })
abstract class MemoryBase extends AbstractTool {
  describeAction() {
    return ''
  }

  execute() {
    return ToolResult.ok('')
  }
}

@Tool({ name: 'memory', description: 'Remember.' })
@ToolOperation({ name: 'list' })
@ToolOperation({ name: 'save' })
@ToolParameter({ name: 'scope', type: 'string', description: 'Own.' })
@ToolParameter({ name: 'content', type: 'string', description: 'Of the child.' })
@ToolSetting({ key: 'own', label: 'Own', type: 'text' })
@ToolSetting({ key: 'shared', label: 'Of the child', type: 'text' })
class MemoryTool extends MemoryBase {}

test('D6: own parameters and settings first, then the inherited; the nearest class wins', () => {
  const metadata = describeToolClass(MemoryTool)
  expect(metadata.parameters.map(({ name, description }) => [name, description])).toEqual([
    ['scope', 'Own.'],
    ['content', 'Of the child.'],
    ['name', 'Inherited.'],
  ])
  expect(metadata.settings.map(({ key, label }) => [key, label])).toEqual([
    ['own', 'Own'],
    ['shared', 'Of the child'],
  ])
})

test('D6: operations belong to the concrete class, for the schema and for dispatch alike', () => {
  expect(describeToolClass(MemoryTool).operations.map(({ name }) => name)).toEqual(['list', 'save'])
  expect(new MemoryTool().getOperation('inherited')).toBeNull()
  const { properties } = new MemoryTool().getParametersSchema() as { properties: { action: { enum: string[] } } }
  expect(properties.action.enum).toEqual(['list', 'save'])
})

test('D6: declaring on a subclass leaves the base class as it was', () => {
  expect(collectMetadata(MemoryBase).parameters.map(({ name }) => name)).toEqual(['name', 'content'])
})

test('D6: a subclass without its own Tool is no tool', () => {
  class Bare extends MemoryTool {}
  expect(() => describeToolClass(Bare)).toThrow(/the class itself must carry @Tool/)
  expect(collectMetadata(Bare).operations).toEqual([])
})

test('D5: a decorator on a member is refused, with the others still told', () => {
  const parameter = ToolParameter({ name: 'x', type: 'string', description: 'd' }) as unknown as (
    value: unknown,
    context: DecoratorContext,
  ) => void
  class Misplaced extends AbstractTool {
    @parameter query = ''
    @parameter describeAction() {
      return ''
    }
    execute() {
      return ToolResult.ok('')
    }
  }
  expect(codes(Misplaced)).toEqual(['TOOL_DECORATOR_MISPLACED', 'TOOL_DECORATOR_MISPLACED', 'TOOL_MISSING'])
})

test('D3: a decorator called the old way (experimentalDecorators) says what to change', () => {
  const legacy = Tool({ name: 'x', description: '' }) as unknown as (target: object, key?: string) => void
  expect(() => legacy(WebSearchTool)).toThrow(/"experimentalDecorators" off/)
  expect(() => legacy({}, 'member')).toThrow(/"experimentalDecorators" off/)
})

function codes(toolClass: ToolClass): string[] {
  try {
    describeToolClass(toolClass)
    return []
  } catch (error) {
    if (!(error instanceof ToolDeclarationError)) throw error
    return error.problems.map(({ code }) => code)
  }
}
