import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { sampleClass } from '../../../test/tool-metadata.ts'
import { registeredTool } from './create-registered-tool.ts'
import { inProcessRunner } from './in-process-runner.ts'
import { registerBuiltin } from './register-builtin.ts'
import type { RegisteredTool } from './registered-tool.ts'
import { toolDefinitions } from './tool-definitions.ts'

const time = registerBuiltin(
  new (sampleClass(
    [{ name: 'now' }, { name: 'format' }],
    [{ name: 'epoch', type: 'integer', description: 'Unix time.', required: ['format'] }],
    'time',
  ))(),
)

function plugin(slug: string, tool: RegisteredTool, parameters?: object): RegisteredTool {
  const metadata = parameters ? { ...tool.metadata, operations: [], parameters: parameters as never } : tool.metadata
  return registeredTool({ metadata, slug, runner: inProcessRunner(null as never, slug, {}) })
}

const offer = (tool: RegisteredTool, ...allowedOperations: string[]) => ({
  tool,
  allowedOperations,
  effectiveConfiguration: '',
})

test('F1, W1: the tools in their order, with wire names, only their allowed operations, and the configuration block', () => {
  const { tools, names, leftOut } = toolDefinitions({
    dialect: 'openai',
    tools: [
      { ...offer(plugin('acme', time), 'now'), effectiveConfiguration: '\n[Effective Configuration]\n- Zone: UTC' },
      offer(time, 'now', 'format'),
      offer(plugin('off', time)),
    ],
  })
  expect(leftOut).toEqual([])
  expect(tools.map(({ wireName }) => wireName)).toEqual(['acme__time', 'time'])
  expect(tools[0]?.description).toBe('A sample.\n[Effective Configuration]\n- Zone: UTC')
  expect(tools[0]?.parameters).toHaveProperty('properties.action.enum', ['now'])
  expect(tools[1]?.parameters).toHaveProperty(
    'properties.epoch.description',
    'Unix time. Required when action is format.',
  )
  expect(names.canonical('acme__time')).toBe('acme:time')
  expect(names.canonical('off__time')).toBeUndefined()
})

test('W4: a tool the dialect cannot take is left out with a reason; the others go', () => {
  const odd = plugin('odd', time, [{ name: 'a b', type: 'string', description: '' }])
  const request = { tools: [offer(odd, 'time'), offer(time, 'now')] }
  const { tools, leftOut } = toolDefinitions({ ...request, dialect: 'anthropic' })
  expect(tools.map(({ wireName }) => wireName)).toEqual(['time'])
  expect(leftOut).toEqual([{ toolClass: 'odd/SampleTool', reason: expect.stringContaining('"a b"') }])
  expect(toolDefinitions({ ...request, dialect: 'openai' }).tools).toHaveLength(2)
})

test('W4: a description longer than OpenAI takes goes on where the parameters are described, and nothing of it is lost', () => {
  const block = '\n[Effective Configuration]\n- Zone: UTC\n- Region: eu'
  const described = (description: string) => {
    const metadata = { ...time.metadata, tool: { ...time.metadata.tool, description } }
    const tool = registeredTool({ metadata, slug: 'acme', runner: time.runner })
    return { ...offer(tool, 'now', 'format'), effectiveConfiguration: block }
  }
  const pieces = ['Tells the time.', 'Zones have names:', 'Europe/Berlin', '😀😀', 'a'.repeat(1_500), '\n- list', 'x. ']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 120 }), words => {
      const text = words.join(' ').trim()
      for (const dialect of ['openai', 'openai_strict', 'anthropic', 'gemini', 'minimal'] as const) {
        const [sent] = toolDefinitions({ dialect, tools: [described(text)] }).tools
        const { description = '', parameters } = sent ?? {}
        const own = toolDefinitions({ dialect, tools: [described('')] }).tools[0]?.parameters?.description
        if (!dialect.startsWith('openai') || `${text}${block}`.length <= 1_024) {
          expect([description, parameters?.description]).toEqual([text + block, own])
          continue
        }
        expect(description.length).toBeLessThanOrEqual(1_024)
        expect(description.isWellFormed()).toBe(true)
        const letters = (all: string) => all.replace(/[\s…]/g, '')
        const rest = String(parameters?.description)
        expect(letters(description + rest)).toBe(letters(text + block + (own ?? '')))
        if (text.length >= 1_024) expect(rest).toContain(block.trim())
        expect(Object.keys(parameters ?? {}).slice(0, 2)).toEqual(['type', 'description'])
      }
    }),
    { numRuns: loops(300) },
  )
})

test('the parameters of the same tool and operations are compiled once', () => {
  const once = () => toolDefinitions({ dialect: 'openai', tools: [offer(time, 'format')] }).tools[0]?.parameters
  expect(once()).toBe(once())
})

test('no tools, no definitions', () => {
  expect(toolDefinitions({ dialect: 'openai', tools: [] })).toMatchObject({ tools: [], leftOut: [] })
})
