import { ToolDeclarationError } from '@spora/sdk'
import { expect, test } from 'vitest'
import { sampleClass, toolMetadata } from '../../../test/tool-metadata.ts'
import { type NewRegisteredTool, registeredTool } from './create-registered-tool.ts'
import { inProcessRunner } from './in-process-runner.ts'
import { registerBuiltin } from './register-builtin.ts'
import { toolFingerprint } from './tool-fingerprint.ts'

const runner = inProcessRunner(null as never, 'sample', {})
const metadata = toolMetadata([{ name: 'a' }], [{ name: 'x', type: 'string', description: '' }])
const make = (change: Partial<NewRegisteredTool> = {}) => registeredTool({ metadata, slug: 'acme', runner, ...change })

test('W1, R2: names and class of a plugin tool and a core tool', () => {
  expect(make()).toMatchObject({
    toolClass: 'acme/SampleTool',
    qualifiedName: 'acme:sample',
    pluginSlug: 'acme',
    pluginName: 'acme',
  })
  expect(make({ pluginName: 'Acme Search' }).pluginName).toBe('Acme Search')
  const core = registerBuiltin(new (sampleClass([], []))())
  expect(core).toMatchObject({
    toolClass: 'core/SampleTool',
    qualifiedName: 'sample',
    pluginSlug: null,
    pluginName: null,
  })
})

test('I1: the tool’s own icon, else the manifest’s', () => {
  expect(make({ manifestIcon: 'mail' }).icon).toEqual(
    make({ metadata: { ...metadata, tool: { ...metadata.tool, icon: 'mail' } } }).icon,
  )
})

test('a fingerprint covers class, declaration, version and digest, and nothing else', () => {
  const base = make({ pluginVersion: '1', digest: 'd' }).fingerprint
  expect(base).toMatch(/^[0-9a-f]{64}$/)
  expect(
    make({ pluginVersion: '1', digest: 'd', pluginName: 'Another', metadata: structuredClone(metadata) }).fingerprint,
  ).toBe(base)
  const others = [
    make({ pluginVersion: '2', digest: 'd' }),
    make({ pluginVersion: '1', digest: 'e' }),
    make({ pluginVersion: '1', digest: 'd', slug: 'other' }),
    make({ pluginVersion: '1', digest: 'd', metadata: { ...metadata, parameters: [] } }),
  ]
  expect(new Set([base, ...others.map(({ fingerprint }) => fingerprint)]).size).toBe(5)
})

test.each<[string, string, object, unknown]>([
  ['B082', 'TOOL_DEFAULT_MISMATCH', { minLength: 3 }, 'ab'],
  ['B082', 'TOOL_DEFAULT_MISMATCH', { pattern: '^x' }, 'ab'],
  ['B075', 'TOOL_SCHEMA_INVALID', { minLength: 'three' }, undefined],
  ['B075', 'TOOL_SCHEMA_INVALID', { unknownKeyword: true }, undefined],
  ['B075', 'TOOL_SCHEMA_INVALID', { pattern: '[' }, undefined],
])(
  '%s, S5: a schema no validator can use is refused when the tool is registered: %s %j',
  (_id, code, schema, value) => {
    const broken = toolMetadata(
      [],
      [
        { name: 'ok', type: 'string', description: '' },
        {
          name: 'x',
          type: 'string',
          description: '',
          schema: schema as never,
          ...(value === undefined ? {} : { default: value as string }),
        },
      ],
    )
    expect(() => make({ metadata: broken })).toThrow(ToolDeclarationError)
    try {
      make({ metadata: broken })
    } catch (error) {
      expect((error as ToolDeclarationError).problems).toMatchObject([
        { code, className: 'SampleTool', member: '@ToolParameter "x"' },
      ])
    }
  },
)

test('R2, B134: a tool whose name or text holds half of a character has a fingerprint, so that its tile stays', () => {
  const metadata = toolMetadata([], [])
  const broken = { ...metadata, tool: { ...metadata.tool, displayName: 'a\ud800' } }
  const other = { ...metadata, tool: { ...metadata.tool, displayName: 'a\ud801' } }
  const fingerprints = [metadata, broken, other].map(each => toolFingerprint('acme/SampleTool', each, '1.0.0', null))
  expect(new Set(fingerprints).size).toBe(3)
})

test('a format nobody knows is only a hint', () => {
  expect(() =>
    make({ metadata: toolMetadata([], [{ name: 'x', type: 'string', description: '', format: 'zone' }]) }),
  ).not.toThrow()
})
