import { expect, test } from 'vitest'
import type { ProfileView } from '../../../shared/contract/people.ts'
import { clashingFields, profileChanges, profileForm, profileProblem, rebased } from './profile-form.ts'

const stored: ProfileView = {
  name: 'Ada',
  birth_date: null,
  about: '',
  height_cm: 170,
  weight_kg: null,
  places: [{ name: 'Home', address: '', is_default: true }],
  shared: ['name'],
  revision: 3,
}
const form = profileForm(stored)

test('S8: only what was changed is sent; nothing typed means nothing stored', () => {
  expect(profileChanges(stored, form)).toEqual({})
  expect(profileChanges(stored, { ...form, name: 'Ada L', height_cm: '', birth_date: '1815-12-10' })).toEqual({
    name: 'Ada L',
    height_cm: null,
    birth_date: '1815-12-10',
  })
  expect(profileChanges(stored, { ...form, shared: ['name', 'about'], places: [] })).toEqual({
    shared: ['name', 'about'],
    places: [],
  })
})

test('S8: what cannot be saved is named before it is sent', () => {
  const problem = (change: object) => profileProblem({ ...form, ...change }, '2026-02-03')
  expect(problem({})).toBeNull()
  expect(problem({ birth_date: '2026-02-04' })).toBe('birth_date')
  expect(problem({ birth_date: '0001-01-01' })).toBe('birth_date')
  expect(problem({ height_cm: 'tall' })).toBe('height_cm')
  expect(problem({ weight_kg: 0.5 })).toBe('weight_kg')
  expect(problem({ places: [{ name: ' ', address: '', is_default: false }] })).toBe('places')
})

test('3.4: what was changed elsewhere meanwhile stays, but for the fields that were changed here', () => {
  const mine = { ...form, about: 'Mine', height_cm: 171 }
  const now = { ...stored, name: 'Theirs', height_cm: 180, shared: [], revision: 4 } satisfies ProfileView
  expect(clashingFields(stored, mine, now)).toEqual(['height_cm'])
  expect(clashingFields(stored, { ...mine, height_cm: 180 }, now)).toEqual([])
  expect(profileChanges(now, rebased(stored, mine, now))).toEqual({ about: 'Mine', height_cm: 171 })
})
