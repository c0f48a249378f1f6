import { expect, expectTypeOf, test } from 'vitest'
import { AbstractTool } from './abstract-tool.ts'
import { defineTool } from './define-tool.ts'
import { describeToolClass } from './describe-tool-class.ts'
import type { JsonValue } from './metadata.ts'
import { ToolDeclarationError } from './tool-declaration-error.ts'
import { ToolResult } from './tool-result.ts'

const location = { type: 'string', description: 'Where.' } as const

const WeatherTool = defineTool({
  name: 'weather_report',
  description: 'The weather.',
  category: 'data',
  settings: [{ key: 'base_url', label: 'Address', type: 'url' }],
  operations: {
    current: {
      description: 'Now.',
      effect: 'none',
      requiresApprovalByDefault: false,
      parameters: {
        location,
        units: { type: 'string', description: 'Which.', enum: ['metric', 'imperial'], required: false },
      },
      describe: ({ location, units }) => {
        expectTypeOf(location).toEqualTypeOf<string>()
        expectTypeOf(units).toEqualTypeOf<'metric' | 'imperial' | undefined>()
        return `Weather in ${location}`
      },
      execute: ({ location }, agentId, taskId, context) => {
        expectTypeOf(agentId).toEqualTypeOf<number>()
        return ToolResult.ok(`${location} ${taskId} ${context?.settings.base_url ?? 'bare'}`)
      },
    },
    forecast: {
      parameters: {
        location,
        days: { type: 'integer', description: 'How many.', minimum: 1, maximum: 3, default: 1 },
        tags: { type: 'array', description: 'Tags.', items: { type: 'string' } },
        extra: { type: 'object', description: 'More.', required: false },
      },
      describe: ({ days }) => `${days}`,
      async execute({ days, tags, extra }) {
        expectTypeOf(days).toEqualTypeOf<number | undefined>()
        expectTypeOf(tags).toEqualTypeOf<readonly string[]>()
        expectTypeOf(extra).toEqualTypeOf<{ readonly [key: string]: JsonValue } | undefined>()
        return ToolResult.ok(tags.join())
      },
    },
    search: {
      parameters: { query: { type: 'string', description: 'What.' }, location: { ...location, required: false } },
      describe: () => '',
      execute: () => ToolResult.fail('Nothing.'),
    },
  },
})

test('D3: defineTool builds a class that declares what decorators would', () => {
  const metadata = describeToolClass(WeatherTool)
  expect(metadata.className).toBe('WeatherReportTool')
  expect(metadata.operations.map(({ name, effect }) => [name, effect])).toEqual([
    ['current', 'none'],
    ['forecast', 'write'],
    ['search', 'write'],
  ])
  expect(metadata.settings).toEqual([{ key: 'base_url', label: 'Address', type: 'url' }])
  expect(metadata.parameters.map(({ name, required, operations }) => ({ name, required, operations }))).toEqual([
    { name: 'location', required: ['current', 'forecast'], operations: undefined },
    { name: 'units', required: false, operations: ['current'] },
    { name: 'days', required: ['forecast'], operations: ['forecast'] },
    { name: 'tags', required: ['forecast'], operations: ['forecast'] },
    { name: 'extra', required: false, operations: ['forecast'] },
    { name: 'query', required: ['search'], operations: ['search'] },
  ])
})

test('D3: the class dispatches to the operation the arguments name', async () => {
  const tool = new WeatherTool()
  expect(tool).toBeInstanceOf(AbstractTool)
  expect(await tool.execute({ action: 'current', location: 'Berlin' }, 1)).toEqual(ToolResult.ok('Berlin null bare'))
  expect(await tool.execute({ action: 'forecast', location: 'Berlin', tags: ['a', 'b'] }, 1, 7)).toEqual(
    ToolResult.ok('a,b'),
  )
  expect(await tool.execute({ action: 'search', query: 'x' }, 1)).toEqual(ToolResult.fail('Nothing.'))
  expect(await tool.execute({ action: 'constructor' }, 1)).toEqual(
    ToolResult.fail('There is no operation "constructor".'),
  )
  expect(await tool.describeAction({ action: 'current', location: 'Berlin' })).toBe('Weather in Berlin')
})

test('D5: where there is no choice, a parameter may be called like the discriminator, and its value names nothing', async () => {
  const parameters = { action: { type: 'string', description: 'What to do.' } } as const
  const behaviour = {
    parameters,
    describe: ({ action }: { action: string }) => `Do ${action}`,
    execute: ({ action }: { action: string }) => ToolResult.ok(action),
  }
  const One = defineTool({ name: 'one', description: '', operations: { run: { description: 'Runs.', ...behaviour } } })
  const Flat = defineTool({ name: 'flat', description: '', ...behaviour })
  for (const Tool of [One, Flat])
    for (const action of ['dance', 'run', 'flat', 'constructor']) {
      const tool = new Tool()
      expect(tool.getOperationName({ action })).toBe(Tool === One ? 'run' : 'flat')
      expect(await tool.describeAction({ action })).toBe(`Do ${action}`)
      expect(await tool.execute({ action }, 1)).toEqual(ToolResult.ok(action))
    }
})

test('D7: a tool without operations is written flat', async () => {
  const EchoTool = defineTool({
    name: 'echo',
    description: 'Says it again.',
    className: 'Parrot',
    parameters: { text: { type: 'string', description: 'What.' } },
    describe: ({ text }) => `Say ${text}`,
    execute: ({ text }) => ToolResult.ok(text),
  })
  const metadata = describeToolClass(EchoTool)
  expect(metadata.className).toBe('Parrot')
  expect(metadata.operations).toEqual([])
  expect(metadata.parameters).toEqual([{ name: 'text', type: 'string', description: 'What.', required: true }])
  expect(await new EchoTool().execute({ text: 'hi' }, 1)).toEqual(ToolResult.ok('hi'))
})

test('D5: a missing function and a parameter declared in two ways are told when the class is registered', () => {
  const Broken = defineTool({
    name: 'broken',
    description: '',
    operations: {
      a: { parameters: { x: { type: 'string', description: 'One.' } }, describe: () => '' },
      b: {
        parameters: { x: { type: 'integer', description: 'Another.' } },
        describe: () => '',
        execute: () => ToolResult.ok(''),
      },
    },
  } as never)
  const problems = (() => {
    try {
      describeToolClass(Broken)
      return []
    } catch (error) {
      return (error as ToolDeclarationError).problems
    }
  })()
  expect(problems).toMatchObject([
    { code: 'TOOL_PARAMETER_CONFLICT', className: 'BrokenTool', member: 'operations.b.parameters.x' },
    { code: 'TOOL_METHOD_MISSING', member: 'operations.a.execute' },
  ])
})

test('D5: an object that is no definition at all is refused with sentences, never a crash', () => {
  for (const wrong of [
    {},
    { name: 5, operations: { a: null } },
    { name: 'x', operations: { a: { parameters: { p: null } } } },
  ])
    expect(() => describeToolClass(defineTool(wrong as never))).toThrow(ToolDeclarationError)
})
