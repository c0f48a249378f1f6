import type { Parameter } from './read-schema.ts'

/** What an optional parameter begins with when it is added. */
export function initialValue(parameter: Parameter): unknown {
  switch (parameter.kind) {
    case 'integer':
    case 'number':
      return parameter.minimum ?? 0
    case 'switch':
      return false
    case 'choice':
      return parameter.choices[0] ?? ''
    case 'list':
      return []
    case 'json':
      return {}
    default:
      return ''
  }
}
