import type { JsonSchema, JsonValue, ParameterType } from './metadata.ts'

/** A parameter of one operation; its name is the key it stands under. */
export interface ParameterSpec {
  readonly type: ParameterType
  readonly description: string
  /** true when absent; a default makes it optional. */
  readonly required?: boolean
  readonly default?: JsonValue
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly items?: JsonSchema
  readonly schema?: JsonSchema
}
export type ParameterSpecs = { readonly [name: string]: ParameterSpec }
