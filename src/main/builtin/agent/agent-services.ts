/** What the agent tool needs from the app. Who may do what to whom is decided there. */
export interface AgentServices {
  availableTools(agentId: number): AvailableTools
  list(agentId: number): readonly AgentLine[]
  read(agentId: number, targetId: number): Answer<AgentManifest>
  /** Once for each call id. */
  create(asking: Asking, draft: NewSubAgent): Answer<AgentManifest>
  configure(agentId: number, targetId: number, changes: readonly ToolChange[]): Answer<AgentManifest>
  update(agentId: number, targetId: number, change: AgentPatch): Answer<AgentManifest>
  readNotes(agentId: number, targetId: number): Answer<string>
  /** Once for each call id. Answers the notes as they are then. */
  writeNotes(asking: Asking, targetId: number, content: string, mode: NotesMode): Answer<string>
  /** For people; null when there is none. */
  agentName(agentId: number): string | null
  toolName(toolClass: string): string | null
}

export interface Asking {
  readonly agentId: number
  readonly callId: string | null
}

/** Done, or the sentence that says why not. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: string; readonly sentence: string }

export interface AvailableTools {
  readonly version: number
  readonly count: number
  readonly tools: readonly object[]
}

export interface AgentLine {
  readonly agent_id: number
  readonly name: string
  readonly description: string
  readonly is_archived: boolean
}

export interface AgentManifest {
  readonly agent_id: number
  readonly name: string
  readonly tools: readonly { readonly tool_class: string; readonly enabled: boolean }[]
  readonly warnings: readonly string[]
}

export interface NewSubAgent {
  readonly name: string
  readonly description: string | null
  readonly system_prompt: string | null
  readonly max_steps: number
  readonly allow_followup: boolean
  readonly retry_after_minutes: number
  readonly max_retries: number
}

export type AgentPatch = Partial<{
  name: string
  description: string
  system_prompt: string
  max_steps: number
  allow_followup: boolean
  retry_after_minutes: number
  max_retries: number
}>

/** What is left out stays as it is. */
export interface ToolChange {
  readonly tool_class: string
  readonly enabled?: boolean
  readonly operations?: readonly OperationChange[]
}

export interface OperationChange {
  readonly name: string
  readonly enabled?: boolean
  readonly auto_approve?: boolean
}

export type NotesMode = 'append' | 'prepend' | 'overwrite'
