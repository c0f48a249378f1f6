import type { Place, ProfileChange, ProfileField, ProfileView } from '../../../shared/contract/people.ts'

export const SIZES = { height_cm: { minimum: 30, maximum: 300 }, weight_kg: { minimum: 1, maximum: 700 } } as const

/** What is being typed: sizes may be no number yet. */
export interface ProfileForm {
  readonly name: string
  readonly birth_date: string
  readonly about: string
  readonly height_cm: number | string
  readonly weight_kg: number | string
  readonly places: readonly Place[]
  readonly shared: readonly ProfileField[]
}

export function profileForm(profile: ProfileView): ProfileForm {
  const { name, birth_date, about, height_cm, weight_kg, places, shared } = profile
  return {
    name,
    birth_date: birth_date ?? '',
    about,
    height_cm: height_cm ?? '',
    weight_kg: weight_kg ?? '',
    places,
    shared,
  }
}

/** What differs from what is stored, as it is sent. Nothing else is. */
export function profileChanges(stored: ProfileView, form: ProfileForm): ProfileChange {
  const changed = changedKeys(stored, form)
  const sent: ProfileChange = {
    name: form.name.trim(),
    birth_date: form.birth_date || null,
    about: form.about,
    height_cm: form.height_cm === '' ? null : Number(form.height_cm),
    weight_kg: form.weight_kg === '' ? null : Number(form.weight_kg),
    places: form.places.map(place => ({ ...place, name: place.name.trim(), address: place.address.trim() })),
    shared: [...form.shared],
  }
  return Object.fromEntries(Object.entries(sent).filter(([key]) => changed.includes(key as keyof ProfileForm)))
}

export type ProfileProblem = 'birth_date' | 'height_cm' | 'weight_kg' | 'places'

/** The first thing that cannot be saved as it is. */
export function profileProblem(form: ProfileForm, today: string): ProfileProblem | null {
  if (form.birth_date !== '' && (form.birth_date < '1850-01-01' || form.birth_date > today)) return 'birth_date'
  for (const key of ['height_cm', 'weight_kg'] as const) {
    const { minimum, maximum } = SIZES[key]
    const size = form[key]
    if (size !== '' && !(typeof size === 'number' && size >= minimum && size <= maximum)) return key
  }
  return form.places.some(({ name }) => name.trim() === '') ? 'places' : null
}

/** Only what was changed against `base`, put over what is stored now: what others changed meanwhile stays. */
export function rebased(base: ProfileView, form: ProfileForm, stored: ProfileView): ProfileForm {
  const mine = Object.entries(form).filter(([key]) => changedKeys(base, form).includes(key as keyof ProfileForm))
  return { ...profileForm(stored), ...Object.fromEntries(mine) }
}

/** The fields that were changed on both sides, and not to the same. */
export function clashingFields(base: ProfileView, form: ProfileForm, stored: ProfileView): (keyof ProfileForm)[] {
  const now = profileForm(stored)
  const theirs = changedKeys(base, now)
  return changedKeys(base, form).filter(key => theirs.includes(key) && !same(form[key], now[key]))
}

function changedKeys(base: ProfileView, form: ProfileForm): (keyof ProfileForm)[] {
  const before = profileForm(base)
  return (Object.keys(before) as (keyof ProfileForm)[]).filter(key => !same(form[key], before[key]))
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
