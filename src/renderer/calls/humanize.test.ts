import { expect, test } from 'vitest'
import { humanize } from './humanize.ts'

test('names of operations and parameters read as words', () => {
  expect(humanize('create_event')).toBe('Create event')
  expect(humanize('maxResults')).toBe('Max results')
  expect(humanize('url')).toBe('Url')
  expect(humanize('keep-URL')).toBe('Keep URL')
})
