/** A template that passed the checks. */
export interface AgentTemplate {
  readonly $schema?: string
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly version: string
  readonly agent: TemplateAgent
  readonly tools?: readonly TemplateTool[]
  readonly required_plugins?: readonly string[]
  readonly metadata?: Readonly<Record<string, string | null>>
}

export interface TemplateAgent {
  readonly description?: string | null
  readonly system_prompt?: string | null
  readonly notes?: string | null
  readonly max_steps?: number | null
  readonly allow_followup?: boolean | null
  readonly retry_after_minutes?: number | null
  readonly max_retries?: number | null
}

export interface TemplateTool {
  readonly tool_class: string
  readonly enabled: boolean
  readonly operations: readonly TemplateOperation[]
  readonly settings?: Readonly<Record<string, TemplateValue>>
}

export interface TemplateOperation {
  readonly name: string
  readonly enabled?: boolean
  readonly auto_approve?: boolean
}

export type TemplateValue = string | number | boolean | readonly (string | number | boolean)[]

/** Names this version of the format. */
export const TEMPLATE_FORMAT = 'urn:spora:agent-template:1'
export const FORMAT_VERSION = 1
/** Room for long instructions and notes; as base64 still less than a request may have. */
export const TEMPLATE_LIMIT = 700_000
