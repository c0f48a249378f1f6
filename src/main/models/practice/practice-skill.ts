import type { CallOutcome } from './call-outcome.ts'
import type { PlannedCall, ToolBox } from './tool-box.ts'

/** What a recognised phrase does next, given the outcomes of its calls so far: call more, or say how it ended. */
export type PracticeStep =
  | { readonly kind: 'calls'; readonly intro: string; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'answer'; readonly text: string }

export type PracticeGoal = (outcomes: readonly CallOutcome[]) => PracticeStep

export interface PracticeSkill {
  /** For the list of what it understands. */
  readonly example: string
  /** Takes everything up to the end of the message: its text may hold "and" and question marks. */
  readonly takesRest: boolean
  /** Null when the phrase is none of this kind. */
  recognise(phrase: string, tools: ToolBox): PracticeGoal | null
}

export function say(text: string): PracticeStep {
  return { kind: 'answer', text }
}

export function call(intro: string, ...calls: readonly PlannedCall[]): PracticeStep {
  return { kind: 'calls', intro, calls }
}

/** The honest answer when the agent lacks what it takes. */
export function needsTool(tool: string, operation?: string): PracticeGoal {
  const what = operation ? `the operation “${operation}” of the tool ${tool}` : `the tool ${tool}`
  return () => say(`For that I need ${what}. Turn it on for this agent under Tools, then ask again.`)
}
