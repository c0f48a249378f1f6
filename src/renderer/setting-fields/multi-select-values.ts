import { sameValue } from './same-value.ts'

export interface Choice {
  readonly value: unknown
  readonly label: string
  readonly description: string | null
}

/** Chosen values in the order of the choices; those that are no choice any more come last and are marked. */
export function chosenValues(value: unknown, choices: readonly Choice[]) {
  const values: unknown[] = Array.isArray(value) ? value : []
  const known = choices.filter(choice => values.some(each => sameValue(each, choice.value)))
  const gone = values.filter(each => !choices.some(choice => sameValue(each, choice.value)))
  return { known, gone }
}

export function withValue(value: unknown, add: unknown): unknown[] {
  const values: unknown[] = Array.isArray(value) ? value : []
  return values.some(each => sameValue(each, add)) ? values : [...values, add]
}

export function withoutValue(value: unknown, remove: unknown): unknown[] {
  const values: unknown[] = Array.isArray(value) ? value : []
  return values.filter(each => !sameValue(each, remove))
}

export function searchChoices(choices: readonly Choice[], search: string): Choice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return choices.filter(choice => {
    const text = `${choice.label} ${choice.description ?? ''}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
