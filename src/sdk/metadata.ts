/**
 * What a tool declares about itself, as plain data. Both ways of declaring a tool (decorators and `defineTool`) end
 * here, and this is all that crosses from a plugin's process to the app.
 */

export const PARAMETER_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const
export type ParameterType = (typeof PARAMETER_TYPES)[number]

export const SETTING_TYPES = [
  'text',
  'textarea',
  'password',
  'select',
  'toggle',
  'multi-select',
  'number',
  'url',
  'path',
] as const
export type SettingType = (typeof SETTING_TYPES)[number]

/** none: reads only, may be repeated. write: changes something. destructive: deletes, sends, pays. */
export type Effect = 'none' | 'write' | 'destructive'

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue }
export type JsonSchema = { readonly [keyword: string]: unknown }

export interface ToolInfo {
  /** Lowercase letters, digits and underscores, beginning with a letter. */
  readonly name: string
  /** Sent to the model. */
  readonly description: string
  readonly displayName?: string
  readonly category?: string
  /** A bundled icon's name, a whole `<svg>`, or SVG path data. */
  readonly icon?: string
}

export interface OperationInfo {
  readonly name: string
  readonly description?: string
  readonly enabledByDefault?: boolean
  readonly requiresApprovalByDefault?: boolean
  readonly discriminatorKey?: string
  readonly effect?: Effect
  /** Running it twice with the same call id does the same as running it once. */
  readonly idempotent?: boolean
  readonly timeoutMs?: number
}

export interface ParameterInfo {
  readonly name: string
  readonly type: ParameterType
  readonly description: string
  /** true, false, or the names of the operations that need it. An empty list means true. */
  readonly required?: boolean | readonly string[]
  readonly default?: JsonValue
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly items?: JsonSchema
  /** A whole JSON Schema for this parameter; type and description still count. */
  readonly schema?: JsonSchema
  /** Only these operations take the parameter (`defineTool`); every operation when absent. */
  readonly operations?: readonly string[]
}

export interface SettingInfo {
  readonly key: string
  readonly label: string
  readonly type: SettingType
  readonly description?: string
  readonly default?: JsonValue
  readonly required?: boolean
  /** For select: value to label, or a list of values. */
  readonly options?: Readonly<Record<string, string>> | readonly string[]
  /** A regular expression the value must match, with or without delimiters. */
  readonly validation?: string
  /** Put the effective value into the tool's description for the model. */
  readonly exposeToLlm?: boolean
  /** For multi-select: where the options come from, relative to /api/v1. */
  readonly dataSource?: string
  /** For multi-select: what the values are. */
  readonly resolveAs?: 'agent' | 'skill' | 'raw'
  readonly minimum?: number
  readonly maximum?: number
}

/** An operation with every default filled in. No `timeoutMs` means the host's default (60 s). */
export interface OperationMetadata extends Required<Omit<OperationInfo, 'timeoutMs'>> {
  readonly timeoutMs?: number
}

/** Complete: defaults filled in, inherited parameters and settings merged, in declaration order. Plain JSON. */
export interface ToolMetadata {
  readonly className: string
  readonly tool: {
    readonly name: string
    readonly description: string
    readonly displayName: string | null
    readonly category: string
    readonly icon: string | null
  }
  /** Empty when the tool declares none; then one implicit operation is meant (rule D7). */
  readonly operations: readonly OperationMetadata[]
  readonly parameters: readonly ParameterInfo[]
  readonly settings: readonly SettingInfo[]
}
