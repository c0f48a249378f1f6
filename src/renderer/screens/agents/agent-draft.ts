import type { AgentChange, AgentView } from '../../../shared/contract/agents.ts'

export type AgentField = keyof AgentChange & keyof AgentView

/** What a person typed into a field, and what stood there when they began. */
export interface FieldDraft<Value = AgentView[AgentField]> {
  readonly value: Value
  readonly base: Value
}

export type AgentDraft = { readonly [Key in AgentField]?: FieldDraft<AgentView[Key]> }

/** The draft after a field got another value. */
export function drafted<Key extends AgentField>(
  draft: AgentDraft,
  agent: AgentView,
  key: Key,
  value: AgentView[Key],
): AgentDraft {
  const before: FieldDraft | undefined = draft[key]
  return { ...draft, [key]: { value, base: before ? before.base : agent[key] } }
}

/** The fields that differ from what is stored, with their values: a save never writes what nobody changed. */
export function agentChange(agent: AgentView, draft: AgentDraft): AgentChange {
  return valuesOf(draft, (key, { value }) => value !== agent[key] && [value])
}

/** What stood in the changed fields when they were begun. */
export function agentKnown(agent: AgentView, draft: AgentDraft): Partial<AgentView> {
  return valuesOf(draft, (key, { value, base }) => value !== agent[key] && [base])
}

/** The changed fields in which something else is stored now than when they were begun. */
export function overtakenFields(agent: AgentView, draft: AgentDraft): AgentField[] {
  return entriesOf(draft).flatMap(([key, { value, base }]) =>
    base !== agent[key] && value !== agent[key] ? [key] : [],
  )
}

/** What is still to be saved after a save: what was typed while it was under way. */
export function draftAfterSave(draft: AgentDraft, sent: AgentChange, saved: AgentView): AgentDraft {
  const left = entriesOf(draft).filter(([key, { value }]) => key in sent && value !== sent[key])
  const unsent = entriesOf(draft).filter(([key]) => !(key in sent))
  return Object.fromEntries([...unsent, ...left.map(([key, { value }]) => [key, { value, base: saved[key] }] as const)])
}

function entriesOf(draft: AgentDraft): [AgentField, FieldDraft][] {
  return Object.entries(draft) as [AgentField, FieldDraft][]
}

function valuesOf(draft: AgentDraft, pick: (key: AgentField, draft: FieldDraft) => false | [AgentView[AgentField]]) {
  return Object.fromEntries(
    entriesOf(draft).flatMap(([key, field]) => {
      const picked = pick(key, field)
      return picked ? [[key, picked[0]]] : []
    }),
  )
}
