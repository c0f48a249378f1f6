import { expect, test } from 'vitest'
import type { AgentToolView } from '../../shared/contract/agents.ts'
import { canDo, verbPhrase } from './can-do.ts'

const operation = (name: string, description: string, change: object = {}) => ({
  name,
  description,
  effective_enabled: true,
  effective_requires_approval: false,
  ...change,
})
const has = (display_name: string, operations: object[], change: object = {}) =>
  ({ tool: { display_name, state: 'on' }, enabled: true, operations, ...change }) as unknown as AgentToolView

test('what an agent can do is told in verb phrases, apart from what it asks before', () => {
  const tools = [
    has('Time', [operation('now', 'Get the current date and time. Zones are IANA names.')]),
    has('Calculator', [
      operation('calculate', 'Work out an arithmetic expression', { effective_requires_approval: true }),
    ]),
  ]
  expect(canDo(tools)).toEqual({
    freely: ['get the current date and time'],
    asks: ['work out an arithmetic expression'],
  })
})

test('tools that are off, operations that are off and tools that cannot run promise nothing', () => {
  expect(
    canDo([
      has('Mail', [operation('send', 'Send a message.')], { enabled: false }),
      has('Web', [operation('crawl', 'Follow links.', { effective_enabled: false })]),
      has('Broken', [operation('read', 'Read a thing.')], { tool: { display_name: 'Broken', state: 'load_error' } }),
    ]),
  ).toEqual({ freely: [], asks: [] })
})

test('a description that is no order falls back to the name', () => {
  expect(verbPhrase('Returns the time.')).toBeNull()
  expect(verbPhrase('The current weather.')).toBeNull()
  expect(verbPhrase('Exact decimal arithmetic.')).toBeNull()
  expect(verbPhrase('')).toBeNull()
  expect(verbPhrase('Access the list of files in a folder.')).toBe('access the list of files in a folder')
  const tools = [has('Time', [operation('now', 'Returns the time.'), operation('to_zone', 'Converts.')])]
  expect(canDo(tools).freely).toEqual(['use Time'])
  const mixed = [
    has('Time', [
      operation('now', 'Returns the time.'),
      operation('to_zone', 'Converts.'),
      operation('set', 'Sets the clock.', { effective_requires_approval: true }),
    ]),
  ]
  expect(canDo(mixed)).toEqual({ freely: ['use Time (now, to zone)'], asks: ['use Time (set)'] })
})
