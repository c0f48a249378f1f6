import { expect, test } from 'vitest'
import type { ToolView } from '../../shared/contract/tools.ts'
import { anyTool, countBy, filterTools, groupByCategory, isFiltered } from './tool-filter.ts'

const tool = (name: string, change: Partial<ToolView> = {}) =>
  ({
    tool_class: name,
    name,
    qualified_name: name,
    display_name: name,
    description: '',
    category: '',
    plugin_slug: null,
    plugin_name: null,
    state: 'off',
    approval: 'runs_freely',
    used_by: [],
    ...change,
  }) as unknown as ToolView

const tools = [
  tool('Time', { category: 'Thinking', state: 'on', used_by: [{ agent_id: 1, name: 'Planner' }] }),
  tool('Forecast', { category: 'Field', plugin_slug: 'weather', plugin_name: 'Weather', approval: 'some_ask' }),
  tool('Calculator', { category: 'Thinking', description: 'Exact arithmetic' }),
  tool('Plain'),
]
const names = (list: readonly ToolView[]) => list.map(each => each.display_name)

test('every typed word must match somewhere, plugin and description included', () => {
  expect(names(filterTools(tools, { ...anyTool, search: ' think arith ' }))).toEqual(['Calculator'])
  expect(names(filterTools(tools, { ...anyTool, search: 'weather' }))).toEqual(['Forecast'])
  expect(filterTools(tools, anyTool)).toHaveLength(4)
})

test('state, source, approval and agent narrow together', () => {
  expect(names(filterTools(tools, { ...anyTool, state: 'on', agent: 1 }))).toEqual(['Time'])
  expect(names(filterTools(tools, { ...anyTool, source: 'weather' }))).toEqual(['Forecast'])
  expect(filterTools(tools, { ...anyTool, source: 'builtin', approval: 'some_ask' })).toEqual([])
  expect(isFiltered(anyTool)).toBe(false)
  expect(isFiltered({ ...anyTool, agent: 1 })).toBe(true)
})

test('groups and their tools are in alphabetical order, tools without a category last', () => {
  expect(groupByCategory(tools).map(group => [group.category, names(group.tools)])).toEqual([
    ['Field', ['Forecast']],
    ['Thinking', ['Calculator', 'Time']],
    ['', ['Plain']],
  ])
})

test('counts beside filters count each tool once per key', () => {
  expect(countBy(tools, each => [each.state])).toEqual(
    new Map([
      ['on', 1],
      ['off', 3],
    ]),
  )
})
