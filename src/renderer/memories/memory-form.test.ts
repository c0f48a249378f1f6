import { expect, test } from 'vitest'
import type { MemoryView } from '../../shared/contract/memories.ts'
import { memoryChanges, memoryForm, rebased } from './memory-form.ts'

const stored: MemoryView = {
  id: 1,
  agent_id: null,
  name: 'tea',
  summary: 'Five o’clock',
  own_summary: false,
  content: 'Five o’clock',
  length: 12,
  order: 0,
  revision: 1,
  updated_at: '2026-01-01T00:00:00.000Z',
}

test('S8: only what a person changed is sent', () => {
  const form = memoryForm(stored)
  expect(form).toEqual({ name: 'tea', summary: '', content: 'Five o’clock' })
  expect(memoryChanges(stored, { ...form, name: ' tea ' })).toEqual({})
  expect(memoryChanges(stored, { ...form, content: 'Six', summary: ' Later ' })).toEqual({
    content: 'Six',
    summary: 'Later',
  })
  const own = { ...stored, own_summary: true }
  expect(memoryChanges(own, { ...memoryForm(own), summary: ' ' })).toEqual({ summary: null })
  expect(memoryChanges(null, { name: 'new', summary: '', content: '' })).toEqual({ name: 'new' })
})

test('3.4: “keep mine” keeps what was changed here, and what an agent wrote into the other fields', () => {
  const now = { ...stored, content: 'Six', summary: 'Six', revision: 2 }
  const mine = { ...memoryForm(stored), name: 'tea time' }
  expect(memoryChanges(now, rebased(stored, mine, now))).toEqual({ name: 'tea time' })
})
