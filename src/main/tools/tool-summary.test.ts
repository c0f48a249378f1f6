import { collectMetadata, defineTool, ToolResult } from '@spora/sdk'
import { expect, test } from 'vitest'
import { toolSummary } from './tool-summary.ts'

const tool = (displayName: string) =>
  collectMetadata(
    defineTool({
      name: 'web_search',
      displayName,
      description: 'Search.',
      describe: () => 'Search',
      execute: () => ToolResult.ok(''),
    }),
  )

test('D2: an empty display name shows nothing, so the name is shown', () => {
  for (const nothing of ['', ' ', '\u00a0 '])
    expect(toolSummary('core/WebSearchTool', tool(nothing)).display_name).toBe('web_search')
  expect(toolSummary('core/WebSearchTool', tool('Web Search')).display_name).toBe('Web Search')
})

test('of a class that is gone, its last name is shown', () => {
  expect(toolSummary('acme/WebSearchTool', null)).toMatchObject({
    name: 'WebSearchTool',
    display_name: 'WebSearchTool',
  })
})
