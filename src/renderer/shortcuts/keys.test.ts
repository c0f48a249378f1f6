import { expect, test } from 'vitest'
import { matchesKeys } from './keys.ts'

const press = (key: string, more: Partial<Record<'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  metaKey: false,
  ...more,
})

test('a shortcut matches with exactly its modifiers', () => {
  expect(matchesKeys('mod+shift+a', press('A', { ctrlKey: true, shiftKey: true }))).toBe(true)
  expect(matchesKeys('mod+shift+a', press('a', { ctrlKey: true }))).toBe(false)
  expect(matchesKeys('mod+enter', press('Enter', { ctrlKey: true }))).toBe(true)
  expect(matchesKeys('mod+enter', press('Enter', { ctrlKey: true, altKey: true }))).toBe(false)
  expect(matchesKeys('alt+arrowup', press('ArrowUp', { altKey: true }))).toBe(true)
  expect(matchesKeys('j', press('j', { metaKey: true }))).toBe(false)
})
