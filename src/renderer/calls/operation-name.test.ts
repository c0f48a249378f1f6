import { expect, test } from 'vitest'
import { operationName } from './operation-name.ts'

test('an operation is named in words, and not where it only repeats the tool', () => {
  expect(operationName({ operation: 'create_event', tool_name: 'office:calendar' })).toBe('Create event')
  expect(operationName({ operation: 'echo', tool_name: 'sample:echo' })).toBeNull()
  expect(operationName({ operation: 'time', tool_name: 'time' })).toBeNull()
  expect(operationName({ operation: null, tool_name: 'gone' })).toBeNull()
})
