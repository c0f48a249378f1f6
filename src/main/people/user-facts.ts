import type { ProfileField, ProfileView } from '../../shared/contract/people.ts'

type Fact<T> = { readonly kind: 'unset' } | { readonly kind: 'kept' } | { readonly kind: 'told'; readonly value: T }

/** What agents may know of a profile. A field that is kept back does not leave here. */
export function userFacts(profile: ProfileView) {
  const { name, birth_date, about, height_cm, weight_kg, places, shared } = profile
  const fact = <T>(field: ProfileField, value: T | null): Fact<T> => {
    if (!shared.includes(field)) return { kind: 'kept' }
    return value === null || value === '' ? { kind: 'unset' } : { kind: 'told', value }
  }
  const listed = places.map(({ name, address, is_default }) => ({ name, address, isDefault: is_default }))
  return {
    name: fact('name', name.trim()),
    birthDate: fact('birth_date', birth_date),
    about: fact('about', about.trim()),
    heightCm: fact('height_cm', height_cm),
    weightKg: fact('weight_kg', weight_kg),
    places: fact('places', listed.length === 0 ? null : listed),
  }
}
