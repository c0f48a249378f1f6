/** A chat to begin on another agent. */
export interface Delegation {
  readonly agentId: number
  readonly prompt: string
  /** The chat that asks for it, and the call it does so with: the same call begins the same chat once. */
  readonly taskId: number
  readonly callId: string
}

export type Delegated =
  | { readonly ok: true; readonly taskId: number; readonly agentName: string }
  /** A sentence for the model. Nothing was begun. */
  | { readonly ok: false; readonly reason: string }

/** What the handover tool needs from the app. */
export interface HandoverServices {
  /** Null when there is no such agent. */
  agentName(agentId: number): string | null
  /** Begins a chat on the other agent and closes this one. */
  handOver(delegation: Delegation): Delegated
  /** Begins a chat on the other agent, whose end this call waits for. */
  startSubAgent(delegation: Delegation): Delegated
}
