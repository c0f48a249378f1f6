import type { ParameterInfo } from '@spora/sdk'
import { expect, test } from 'vitest'
import { toolMetadata } from '../../../test/tool-metadata.ts'
import type { DescribedToolData } from './described-tool.ts'
import { unusableTools } from './unusable-tools.ts'

function described(parameters: readonly ParameterInfo[]): DescribedToolData {
  const metadata = toolMetadata([], parameters)
  return {
    className: metadata.className,
    name: metadata.tool.name,
    displayName: 'Sample',
    icon: null,
    operations: 1,
    metadata,
    problems: [],
  }
}

const list = (name: string, more: Partial<ParameterInfo> = {}): ParameterInfo => ({
  name,
  type: 'array',
  description: 'Some.',
  ...more,
})

test('E8: the author of a list without items is told so, and the tool works all the same', () => {
  const parameters = [list('tags'), list('names', { items: { type: 'string' } })]
  const [tool] = unusableTools([described(parameters)])
  expect(tool?.metadata).not.toBeNull()
  expect(tool?.problems).toEqual([
    {
      code: 'TOOL_LIST_ITEMS',
      message: expect.stringMatching(/^@ToolParameter "tags": .*items: \{ type: "string" \}/),
    },
  ])
})

test('W4: what some API would refuse is said, and the tool is loaded', () => {
  const [tool] = unusableTools([described([{ name: 'a.b', type: 'string', description: 'Size.' }])])
  expect(tool?.metadata).not.toBeNull()
  expect(new Set(tool?.problems.map(({ code }) => code))).toEqual(new Set(['TOOL_LEFT_OUT']))
})

test('R2, B134: a declaration with half of a character is not loaded, and the others are', () => {
  const good = described([list('tags', { items: { type: 'string' } })])
  const parameters = [list('tags', { items: { type: 'string', description: 'a\ud800' } })]
  const bad = { ...good, metadata: { ...toolMetadata([], []), parameters } }
  const [first, second] = unusableTools([good, bad])
  expect(first?.metadata).not.toBeNull()
  expect(second).toMatchObject({
    metadata: null,
    problems: [{ code: 'TOOL_TEXT_INVALID', message: expect.stringMatching(/^parameters\.0\.items\.description: /) }],
  })
})
