import type { ParameterInfo, ParameterType } from './metadata.ts'

export function fits(type: ParameterType, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

/** Why a value breaks the parameter's own type, enum or bounds; null when it does not. */
export function checkValue(value: unknown, parameter: ParameterInfo): string | null {
  const { type, minimum, maximum } = parameter
  if (!fits(type, value)) return `is not of type ${type}`
  const choices = (parameter.enum ?? []) as readonly unknown[]
  if (choices.length > 0 && !choices.includes(value)) return `is not one of the enum (${choices.join(', ')})`
  if (typeof value === 'number' && typeof minimum === 'number' && value < minimum)
    return `is below the minimum ${minimum}`
  if (typeof value === 'number' && typeof maximum === 'number' && value > maximum)
    return `is above the maximum ${maximum}`
  return null
}
