import { defineTool, describeToolClass, type SettingInfo, ToolResult } from '@spora/sdk'
import { expect, test } from 'vitest'
import { settingSchemaView } from '../../shared/contract/settings.ts'
import { settingSchemaViews } from '../settings/setting-schema-views.ts'
import { readDescribedTools } from './described-tool.ts'

const settings: readonly SettingInfo[] = [
  { key: 'plain', label: 'Plain', type: 'text' },
  { key: 'api_key', label: 'Key', type: 'password', required: true, description: 'From the site.' },
  { key: 'unit', label: 'Unit', type: 'select', options: { m: 'Metric' }, default: 'm', exposeToLlm: true },
  { key: 'size', label: 'Size', type: 'select', options: ['1', '2'] },
  { key: 'limit', label: 'Limit', type: 'number', minimum: 1, maximum: 9, default: 2 },
  { key: 'sites', label: 'Sites', type: 'multi-select', resolveAs: 'raw', dataSource: '/sites', default: [] },
  { key: 'code', label: 'Code', type: 'text', validation: '/^a+$/i' },
]

const Sample = defineTool({
  name: 'sample',
  description: 'A sample.',
  settings,
  operations: {
    get: {
      parameters: {
        id: { type: 'integer', description: 'Which.', minimum: 1, maximum: 9, default: 1 },
        kind: { type: 'string', description: 'Kind.', enum: ['a'], format: 'uri' },
      },
      describe: () => 'Get',
      execute: () => ToolResult.ok(''),
    },
    list: {
      parameters: { tags: { type: 'array', description: 'Tags.', items: { type: 'string' }, required: false } },
      describe: () => 'List',
      execute: () => ToolResult.ok(''),
    },
  },
})

type Data = Record<string, unknown>

function described(
  change: (metadata: { settings: Data[]; parameters: Data[]; operations: Data[] }) => void = () => {},
) {
  const metadata = JSON.parse(JSON.stringify(describeToolClass(Sample)))
  change(metadata)
  return [
    { className: 'SampleTool', metadata, name: 'sample', displayName: null, icon: null, operations: 2, problems: [] },
  ]
}

test('D5: what the SDK makes is taken as it is, and a window can be shown all of it', () => {
  const [tool] = readDescribedTools(structuredClone(described()))
  expect(tool?.metadata).toEqual(describeToolClass(Sample))
  for (const view of settingSchemaViews(tool?.metadata?.settings ?? [])) settingSchemaView.parse(view)
})

test.each<[kind: 'settings' | 'parameters' | 'operations', field: string, values: unknown[]]>([
  ['settings', 'key', ['', '__proto__', 'toString', 'a b', 5]],
  ['settings', 'label', [null, 5]],
  ['settings', 'description', [5, {}]],
  ['settings', 'required', ['yes', 1]],
  ['settings', 'exposeToLlm', ['yes', 1]],
  ['settings', 'options', [5, 'a', { a: 5 }, [null], [{}]]],
  ['settings', 'validation', [{}, 5]],
  ['settings', 'dataSource', [{}, 5]],
  ['settings', 'resolveAs', ['user', 'constructor', 5]],
  ['settings', 'minimum', ['1', Number.NaN]],
  ['settings', 'maximum', ['1', Infinity]],
  ['parameters', 'name', ['__proto__', 'constructor', '', 5]],
  ['parameters', 'operations', ['get', 5, [5]]],
  ['parameters', 'enum', [{ length: 1 }, 'abc']],
  ['parameters', 'minimum', ['1']],
  ['parameters', 'format', [{}, 5]],
  ['parameters', 'required', ['yes', [5]]],
  ['operations', 'discriminatorKey', ['__proto__', '', 'a b', 5]],
])('R2: a process that says of its %s that %s is something else has no tool of it', (kind, field, values) => {
  for (const value of values) {
    const answer = described(metadata => {
      Object.defineProperty(metadata[kind][0], field, { value, enumerable: true, configurable: true, writable: true })
    })
    // B033: the others of the plugin are not the worse for it.
    const [tool, other] = readDescribedTools([...answer, { ...described()[0], ...OTHER }])
    expect(tool, String(value)).toMatchObject({ metadata: null, problems: [{ code: 'TOOL_DECLARATION' }] })
    expect(other?.metadata).not.toBeNull()
  }
})

const OTHER = {
  metadata: {
    ...describeToolClass(Sample),
    className: 'Other',
    tool: { ...describeToolClass(Sample).tool, name: 'other' },
  },
}

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'tools'],
  ['a list of numbers', [7]],
  ['101 tools', Array.from({ length: 101 }, () => described()[0])],
  ['a name of another kind', [{ ...described()[0], name: 5 }]],
  [
    '8 MB of problems',
    [{ ...described()[0], problems: Array.from({ length: 900 }, () => ({ code: 'X', message: 'y'.repeat(9_900) })) }],
  ],
  ['a name without end', [{ ...described()[0], displayName: 'x'.repeat(20_000) }]],
])('R2: an answer that is %s is not understood', (_, answer) => {
  expect(() => readDescribedTools(answer)).toThrow(/does not understand/)
})

test('R2: what is nested deeper than anything reads is not understood', () => {
  const items = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)
  const [tool] = described(({ parameters }) => Object.assign(parameters[0] ?? {}, { items }))
  expect(() => readDescribedTools([tool])).toThrow(/does not understand/)
})

test.each(['name', 'className'] as const)('R1: of two tools with one %s neither is taken', field => {
  const metadata = describeToolClass(Sample)
  const twin =
    field === 'name' ? { ...metadata, className: 'Twin' } : { ...metadata, tool: { ...metadata.tool, name: 'twin' } }
  const tools = readDescribedTools([...described(), { ...described()[0], metadata: twin }])
  for (const tool of tools) expect(tool).toMatchObject({ metadata: null, problems: [{ code: 'TOOL_NAME_DUPLICATE' }] })
})
