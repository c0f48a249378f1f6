import { useSyncExternalStore } from 'react'
import type { CallView, Decision } from '../../shared/contract/calls.ts'
import { isObject, sameJson } from '../calls/argument-changes.ts'

type Values = Readonly<Record<string, unknown>>

/** What a person has done to a waiting call and not sent yet. */
export interface Draft {
  /** The stored arguments it is about; another hash means the call changed meanwhile. */
  readonly hash: string
  readonly revision: number
  readonly values: Values
  readonly verdict: 'approve' | 'reject' | null
  /** The reason box is open. */
  readonly rejecting: boolean
  readonly reason: string
  /** The same from now on (P5). */
  readonly remember?: Decision['remember']
  /** Folded values that were opened. */
  readonly opened: readonly string[]
  /** The call changed while it was looked at. */
  readonly stale: boolean
  /** The values differ from what was stored when they were typed. */
  readonly edited?: boolean
  /** What had been typed when it changed; it was not sent. */
  readonly unsent?: Values
}

const KEY = 'spora-decisions'

/** One store for every place a call can be decided, so that going elsewhere or a reload loses nothing. */
const drafts = new Map<string, Draft>(restore())
const listeners = new Set<() => void>()
let version = 0

function restore(): [string, Draft][] {
  try {
    return JSON.parse(globalThis.sessionStorage?.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

function changed() {
  version++
  try {
    globalThis.sessionStorage?.setItem(KEY, JSON.stringify([...drafts]))
  } catch {
    // a full session storage costs only the survival of a reload
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const storedValues = (call: CallView): Values => (isObject(call.arguments) ? call.arguments : {})

const fresh = (call: CallView): Draft => ({
  hash: call.args_sha256,
  revision: call.revision,
  values: storedValues(call),
  verdict: null,
  rejecting: false,
  reason: '',
  opened: [],
  stale: false,
})

/** The draft of a call. When the stored call is another one than the draft is about, decisions are taken back. */
export function draftOf(call: CallView): Draft {
  const draft = drafts.get(call.id)
  if (!draft) return fresh(call)
  // An own edit was stored and this call was fetched before: the draft is the newer one.
  if (draft.hash === call.args_sha256 || draft.revision > call.revision) return draft
  const unsent = draft.edited ? draft.values : draft.unsent
  return { ...fresh(call), reason: draft.reason, stale: true, ...(unsent ? { unsent } : {}) }
}

export function updateDraft(call: CallView, change: Partial<Draft>): void {
  const changedTo = { ...draftOf(call), ...change }
  const next = { ...changedTo, edited: isEdited(call, changedTo) }
  // What is to be remembered belongs to one verdict, and does not go over to the next.
  drafts.set(call.id, 'verdict' in change && !('remember' in change) ? { ...next, remember: undefined } : next)
  changed()
}

/** Arguments that were stored from here: whoever typed them knows them. */
const ownEdits = new Set<string>()
const nameOf = ({ id, args_sha256 }: CallView): string => `${id} ${args_sha256}`

export const noteOwnEdit = (stored: CallView): unknown => ownEdits.add(nameOf(stored))
export const isOwnEdit = (call: CallView): boolean => ownEdits.has(nameOf(call))

/** Whose decision is on its way: it can be neither sent once more nor taken back. */
const sending = new Set<string>()

export const isSending = (callId: string): boolean => sending.has(callId)

export async function whileSending<T>(callIds: readonly string[], work: () => Promise<T>): Promise<T> {
  for (const id of callIds) sending.add(id)
  changed()
  try {
    return await work()
  } finally {
    for (const id of callIds) sending.delete(id)
    changed()
  }
}

export function forgetDraft(callId: string): void {
  if (drafts.delete(callId)) changed()
}

/** Whether the person changed the arguments that are stored. */
export const isEdited = (call: CallView, draft: Draft): boolean => !sameJson(draft.values, storedValues(call))

/** Renders again whenever any draft changes. */
export function useDrafts(): number {
  return useSyncExternalStore(subscribe, () => version)
}
