import { describe, expect, test } from 'vitest'
import { AbstractTool } from './abstract-tool.ts'
import { type Declarations, declareOn } from './declarations.ts'
import { describeToolClass } from './describe-tool-class.ts'
import type { OperationInfo, ParameterInfo, SettingInfo } from './metadata.ts'
import { type DeclarationProblem, ToolDeclarationError } from './tool-declaration-error.ts'
import type { ToolClass } from './tool-instance.ts'
import { ToolResult } from './tool-result.ts'

const TOOL = { name: 'sample', description: 'A sample.' }

function toolClass(declarations: Partial<Declarations>): ToolClass {
  class SampleTool extends AbstractTool {
    describeAction() {
      return ''
    }
    execute(_args: object, _agentId: number) {
      return ToolResult.ok('')
    }
  }
  declareOn(SampleTool, { tools: [TOOL], ...declarations })
  return SampleTool
}

function problemsOf(subject: ToolClass | Partial<Declarations>): readonly DeclarationProblem[] {
  try {
    describeToolClass(typeof subject === 'function' ? subject : toolClass(subject))
    return []
  } catch (error) {
    if (!(error instanceof ToolDeclarationError)) throw error
    return error.problems
  }
}

const codesOf = (subject: ToolClass | Partial<Declarations>) => problemsOf(subject).map(({ code }) => code)
const parameter = (info: Partial<ParameterInfo>): ParameterInfo => ({
  name: 'p',
  type: 'string',
  description: 'd',
  ...info,
})
const setting = (info: Partial<SettingInfo>): SettingInfo => ({ key: 'k', label: 'K', type: 'text', ...info })
const named = (...names: string[]): OperationInfo[] => names.map(name => ({ name }))

test('D5: a sound declaration has no problem', () => {
  expect(problemsOf({ operations: named('a', 'b'), parameters: [parameter({ required: ['a'] })] })).toEqual([])
})

test.each([
  'Web Search',
  'web.search',
  'a:b',
  '',
  'a'.repeat(200),
  '🔍',
  'Web',
  '1a',
  '_a',
  'a-b',
  'web\n',
  'größe',
  5,
])('B070, D5: the tool name %j is refused', name => {
  const [problem] = problemsOf({ tools: [{ name: name as string, description: '' }] })
  expect(problem).toMatchObject({ code: 'TOOL_NAME_INVALID', className: 'SampleTool' })
  expect(problem?.message).toContain('for example "web_search"')
})

describe('D5: operations', () => {
  test.each<[string, OperationInfo[]]>([
    ['B085: none named', [{ name: '' }, { name: '' }]],
    ['B085: the same name twice', named('a', 'a')],
    ['a trailing line break', named('a\n')],
    ['mixed discriminator keys', [{ name: 'a', discriminatorKey: 'op' }, { name: 'b' }]],
    ['a discriminator JavaScript owns', [{ name: 'a', discriminatorKey: '__proto__' }]],
    ['an unknown effect', [{ name: 'a', effect: 'read' as never }]],
    ['no timeout', [{ name: 'a', timeoutMs: 0 }]],
    ['a timeout setTimeout cannot keep', [{ name: 'a', timeoutMs: 2 ** 31 }]],
    ['a flag that is no boolean', [{ name: 'a', requiresApprovalByDefault: 'no' as never }]],
  ])('%s', (_what, operations) => {
    expect(new Set(codesOf({ operations }))).toEqual(new Set(['TOOL_OPERATION_INVALID']))
  })
})

describe('D5: parameters', () => {
  test.each<[string, string, Partial<ParameterInfo>]>([
    ['an unknown type', 'TOOL_SCHEMA_INVALID', { type: 'date' as never }],
    ['B081: required names what is not declared', 'TOOL_SCHEMA_INVALID', { required: ['ghost'] }],
    ['operations names what is not declared', 'TOOL_SCHEMA_INVALID', { operations: ['ghost'] }],
    ['required names what operations leaves out', 'TOOL_SCHEMA_INVALID', { required: ['b'], operations: ['a'] }],
    ['required is a text', 'TOOL_SCHEMA_INVALID', { required: 'yes' as never }],
    ['B084: named like the discriminator', 'TOOL_DISCRIMINATOR_CLASH', { name: 'action' }],
    ['B080: __proto__', 'TOOL_SCHEMA_KEY', { name: '__proto__' }],
    ['B080: constructor', 'TOOL_SCHEMA_KEY', { name: 'constructor' }],
    ['a name with a space', 'TOOL_PARAMETER_INVALID', { name: 'a b' }],
    ['an empty name', 'TOOL_PARAMETER_INVALID', { name: '' }],
    ['a name that begins with a digit', 'TOOL_PARAMETER_INVALID', { name: '1a' }],
    ['a name of 65 letters', 'TOOL_PARAMETER_INVALID', { name: 'a'.repeat(65) }],
    ['a name with a trailing line break', 'TOOL_PARAMETER_INVALID', { name: 'a\n' }],
    ['B082: default outside the enum', 'TOOL_DEFAULT_MISMATCH', { enum: ['x'], default: 'y' }],
    ['B082: default below the minimum', 'TOOL_DEFAULT_MISMATCH', { type: 'integer', minimum: 1, default: 0 }],
    ['B082: default above the maximum', 'TOOL_DEFAULT_MISMATCH', { type: 'number', maximum: 1, default: 1.5 }],
    ['B082: default of another type', 'TOOL_DEFAULT_MISMATCH', { type: 'integer', default: 1.5 }],
    ['minimum > maximum', 'TOOL_SCHEMA_INVALID', { type: 'integer', minimum: 3, maximum: 1 }],
    ['a minimum that is no number', 'TOOL_SCHEMA_INVALID', { type: 'integer', minimum: Number.NaN }],
    ['bounds on a text', 'TOOL_SCHEMA_INVALID', { minimum: 1 }],
    ['items on a text', 'TOOL_SCHEMA_INVALID', { items: { type: 'string' } }],
    ['an enum of another type', 'TOOL_SCHEMA_INVALID', { type: 'integer', enum: ['a'] }],
    ['an enum with a value twice', 'TOOL_SCHEMA_INVALID', { enum: ['a', 'a'] }],
    ['B075: items is no object', 'TOOL_SCHEMA_INVALID', { type: 'array', items: 'string' as never }],
    ['B075: schema of another type', 'TOOL_SCHEMA_INVALID', { schema: { type: 'array' } }],
    ['B076: $ref to an address', 'TOOL_SCHEMA_REF', { schema: { $ref: 'http://127.0.0.1/schema.json' } }],
    ['B076: $ref to a file', 'TOOL_SCHEMA_REF', { type: 'array', items: { $ref: 'file:///etc/passwd' } }],
    ['B077: a name for a schema', 'TOOL_SCHEMA_COMPLEX', { schema: { $anchor: 'a' } }],
    ['B077: a name inside', 'TOOL_SCHEMA_COMPLEX', { type: 'array', items: { anyOf: [{ $dynamicAnchor: 'a' }] } }],
    ['B077: recursive $ref', 'TOOL_SCHEMA_COMPLEX', { schema: { properties: { a: { $ref: '#' } } } }],
    ['B080: a nested __proto__', 'TOOL_SCHEMA_KEY', { schema: JSON.parse('{"properties":{"__proto__":{}}}') }],
    ['no description', 'TOOL_SCHEMA_INVALID', { description: undefined as never }],
  ])('%s', (_what, code, info) => {
    expect(codesOf({ operations: named('a', 'b'), parameters: [parameter(info)] })).toEqual([code])
  })

  test('B079: a schema that is too deep, too wide, too long or circular is refused, quickly and without overflow', () => {
    const deep = Array.from({ length: 60 }).reduce<Record<string, unknown>>(inner => ({ properties: { a: inner } }), {})
    const wide = { properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, {}])) }
    const long = { description: 'x'.repeat(2_000_000) }
    const circular: Record<string, unknown> = {}
    circular.not = circular
    for (const schema of [deep, wide, long, circular])
      expect(codesOf({ parameters: [parameter({ schema })] })).toEqual(['TOOL_SCHEMA_COMPLEX'])
  })

  test('twice in one class', () => {
    expect(codesOf({ parameters: [parameter({}), parameter({})] })).toEqual(['TOOL_PARAMETER_DUPLICATE'])
  })

  test('one operation: a parameter may be named action', () => {
    expect(codesOf({ operations: named('only'), parameters: [parameter({ name: 'action' })] })).toEqual([])
  })

  test('required: [] means true', () => {
    expect(describeToolClass(toolClass({ parameters: [parameter({ required: [] })] })).parameters[0]?.required).toBe(
      true,
    )
  })

  test('D7: without operations, the tool itself may be named', () => {
    expect(codesOf({ parameters: [parameter({ required: ['sample'] })] })).toEqual([])
  })
})

describe('D5: settings', () => {
  test.each<[string, Partial<SettingInfo>]>([
    ['an unknown type', { type: 'date' as never }],
    ['a password shown to the model', { type: 'password', exposeToLlm: true }],
    ['a password with a default', { type: 'password', default: 'secret' }],
    ['a select without options', { type: 'select' }],
    ['a default that is no option', { type: 'select', options: { a: 'A' }, default: 'b' }],
    ['a toggle that is neither', { type: 'toggle', default: 'maybe' }],
    ['a number below its minimum', { type: 'number', minimum: 1, default: 0 }],
    ['an expression that is none', { validation: '[' }],
    ['a default that is no plain value', { default: (() => 'x') as never }],
    ['an unknown resolver', { type: 'multi-select', resolveAs: 'user' as never }],
    ['an empty key', { key: '' }],
    ['a key JavaScript owns', { key: '__proto__' }],
    ['a label that turns around its neighbours', { label: 'Key\u202E' }],
    ['an option of two lines', { type: 'select', options: { a: 'A\nB' } }],
    ['an option whose label is no text', { type: 'select', options: { a: 5 as never } }],
    ['an option that is no value', { type: 'select', options: [null as never] }],
    ['options that are none', { type: 'multi-select', options: 'a, b' as never }],
    ['a description that is no text', { description: 5 as never }],
    ['a source that is no text', { type: 'multi-select', dataSource: ['/agents'] as never }],
    ['required in words', { required: 'yes' as never }],
    ['exposed by a number', { exposeToLlm: 1 as never }],
    ['a minimum in words', { type: 'number', minimum: '1' as never }],
    ['a maximum that is none', { type: 'number', maximum: Number.NaN }],
    ['a minimum above the maximum', { type: 'number', minimum: 2, maximum: 1 }],
    ['a label nobody can see', { label: ' ' }],
    ['an expression that is no text', { validation: /^a$/ as never }],
    ...['toString', 'valueOf', 'hasOwnProperty', 'constructor'].map((key): [string, Partial<SettingInfo>] => [
      `the key ${key}, which every object has`,
      { key },
    ]),
  ])('%s', (_what, info) => {
    expect(codesOf({ settings: [setting(info)] })).toEqual(['TOOL_SETTING_INVALID'])
  })

  test('a validation pattern with or without delimiters', () => {
    expect(codesOf({ settings: [setting({ validation: '/^[a-z]+$/i' })] })).toEqual([])
    expect(codesOf({ settings: [setting({ validation: '^[a-z]+$' })] })).toEqual([])
  })
})

describe('D5: the class', () => {
  test('no Tool, and Tool twice', () => {
    expect(codesOf({ tools: [] })).toEqual(['TOOL_MISSING'])
    expect(codesOf({ tools: [TOOL, TOOL] })).toEqual(['TOOL_REPEATED'])
  })

  test('a name or category with what cannot be seen', () => {
    for (const change of [{ displayName: 'gnp\u202E.exe' }, { category: 'two\nlines' }])
      expect(codesOf({ tools: [{ ...TOOL, ...change }] })).toEqual(['TOOL_FIELD_INVALID'])
  })

  test('no execute, no describeAction', () => {
    class Empty extends (AbstractTool as unknown as new () => object) {}
    declareOn(Empty, { tools: [TOOL] })
    expect(problemsOf(Empty).map(({ code, member }) => [code, member])).toEqual([
      ['TOOL_METHOD_MISSING', 'execute()'],
      ['TOOL_METHOD_MISSING', 'describeAction()'],
    ])
  })

  test('more than four parameters of execute', () => {
    class Old extends (toolClass({}) as new () => object) {
      execute(_args: object, _agentId: number, _userId: number, _taskId: number, _context: object) {
        return ToolResult.ok('')
      }
    }
    declareOn(Old, { tools: [TOOL] })
    expect(problemsOf(Old)).toMatchObject([{ code: 'TOOL_EXECUTE_ARITY', member: 'execute()' }])
  })

  test('R2: a class without a name', () => {
    const nameless = toolClass({})
    Object.defineProperty(nameless, 'name', { value: '' })
    expect(codesOf(nameless)).toEqual(['TOOL_CLASS_NAME_INVALID'])
  })

  test('a schema written by hand would never be what calls are checked against', () => {
    class Manual extends (toolClass({}) as new () => object) {
      getParametersSchema() {
        return {}
      }
    }
    declareOn(Manual, { tools: [TOOL] })
    expect(problemsOf(Manual)).toMatchObject([{ code: 'TOOL_SCHEMA_OVERRIDDEN', member: 'getParametersSchema()' }])
  })

  test('D1: a class without the mixins', () => {
    class Foreign {
      execute() {}
      describeAction() {}
    }
    declareOn(Foreign, { tools: [TOOL] })
    expect(codesOf(Foreign)).toEqual(['TOOL_BASE_MISSING'])
  })
})

describe('D5, B134: half of a character, wherever it stands in the declaration', () => {
  const half = 'a\ud800b'
  test.each<[string, Partial<Declarations>]>([
    ['tool.description', { tools: [{ ...TOOL, description: half }] }],
    ['tool.displayName', { tools: [{ ...TOOL, displayName: half }] }],
    ['operations.0.description', { operations: [{ name: 'get', description: half }] }],
    ['parameters.0.description', { parameters: [parameter({ description: half })] }],
    ['parameters.0.enum.1', { parameters: [parameter({ enum: ['a', half] })] }],
    ['parameters.0.default', { parameters: [parameter({ default: half })] }],
    [
      'parameters.0.schema.properties.a\ufffdb',
      { parameters: [parameter({ schema: { properties: { [half]: {} } } })] },
    ],
    ['settings.0.label', { settings: [setting({ label: half })] }],
    ['settings.0.options.a\ufffdb', { settings: [setting({ type: 'select', options: { [half]: 'A' } })] }],
  ])('%s', (member, declarations) => {
    expect(problemsOf(declarations)).toMatchObject([{ code: 'TOOL_TEXT_INVALID', member }])
  })
})

test('D5: all problems at once, each with class, member and what to do', () => {
  const problems = problemsOf({
    tools: [{ name: 'Bad Name', description: '' }],
    operations: named('a', 'a'),
    parameters: [parameter({ name: 'action' }), parameter({ minimum: 1 })],
    settings: [setting({ type: 'password', default: 'x' })],
  })
  expect(problems.map(({ code }) => code)).toEqual([
    'TOOL_NAME_INVALID',
    'TOOL_OPERATION_INVALID',
    'TOOL_DISCRIMINATOR_CLASH',
    'TOOL_SCHEMA_INVALID',
    'TOOL_SETTING_INVALID',
  ])
  for (const problem of problems) {
    expect(problem.className).toBe('SampleTool')
    expect(problem.member).not.toBe('')
    expect(problem.message).toMatch(/[.]$/)
  }
})
