import { setTimeout as wait } from 'node:timers/promises'
import { ToolSetting } from '@spora/sdk'
import { type DriverOptions, numberSetting } from '../driver-options.ts'
import type { ModelDriver, ModelEvent, ModelMessage, ModelRequest } from '../model-driver.ts'
import { ModelError } from '../model-error.ts'
import { type CallOutcome, callOutcome } from './call-outcome.ts'
import { help } from './help.ts'
import { phrases } from './phrases.ts'
import { type PracticeGoal, type PracticeStep, say } from './practice-skill.ts'
import { practiceSkills } from './skills.ts'
import { ToolBox } from './tool-box.ts'

/** Longer messages hold no phrase of ours. */
const LONGEST = 2_000
const NO_USAGE = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 }

/** No AI, no key, no network: typed phrases become tool calls, and results become sentences (M4). */
@ToolSetting({
  key: 'word_delay',
  label: 'Delay between words',
  type: 'number',
  description: 'Milliseconds, so that answers appear as a model writes them.',
  default: 12,
  minimum: 0,
  maximum: 1000,
})
export class PracticeDriver implements ModelDriver {
  readonly provider = 'practice'
  readonly dialect = 'openai'
  readonly #delayMs: number

  constructor(options: Pick<DriverOptions, 'settings'>) {
    this.#delayMs = numberSetting(options.settings, 'word_delay') ?? 12
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const step = nextStep(request)
    const text = step.kind === 'calls' ? step.intro : step.text
    for (const word of text.match(/\s*\S+|\s+$/g) ?? []) {
      yield { type: 'text', text: word }
      await this.#pause(request.signal)
    }
    const calls = step.kind === 'calls' ? step.calls : []
    for (const [index, { wireName }] of calls.entries()) yield { type: 'call.started', index, wireName }
    for (const [index, planned] of calls.entries()) {
      const argumentsText = JSON.stringify(planned.arguments)
      yield { type: 'call', index, providerCallId: '', wireName: planned.wireName, argumentsText }
    }
    yield { type: 'finish', stopReason: calls.length > 0 ? 'calls' : 'stop', usage: NO_USAGE, providerData: null }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    try {
      signal.throwIfAborted()
      if (this.#delayMs > 0) await wait(this.#delayMs, undefined, { signal })
    } catch {
      throw new ModelError('LLM_ABORTED', 'The request was stopped.', { retryable: false })
    }
  }
}

/** Everything follows from the conversation: the goals of the last message, replayed over the results so far. */
function nextStep(request: ModelRequest): PracticeStep {
  const asked = request.messages.findLastIndex(message => message.role === 'user')
  const message = request.messages[asked]
  const goals = message?.role === 'user' ? goalsOf(message.text, new ToolBox(request.tools)) : []
  if (goals.length === 0) return say(help(practiceSkills.map(skill => skill.example)))
  const results = outcomesOf(request.messages.slice(asked + 1))
  const states = goals.map(goal => ({ goal, outcomes: [] as CallOutcome[] }))
  for (;;) {
    const steps = states.map(({ goal, outcomes }) => goal(outcomes))
    const wanted = steps.flatMap(step => (step.kind === 'calls' ? step.calls : []))
    if (wanted.length === 0) return say(steps.map(step => (step.kind === 'answer' ? step.text : '')).join('\n\n'))
    if (results.length < wanted.length) {
      const intros = steps.flatMap(step => (step.kind === 'calls' ? [step.intro] : []))
      return { kind: 'calls', intro: `I ${intros.join(', and ')}.`, calls: wanted }
    }
    for (const [at, step] of steps.entries())
      if (step.kind === 'calls') states[at]?.outcomes.push(...results.splice(0, step.calls.length))
  }
}

function goalsOf(message: string, tools: ToolBox): PracticeGoal[] {
  if (message.length > LONGEST) return []
  const parts = phrases(message, practiceSkills, (skill, text) => skill.recognise(text, tools) !== null)
  return parts.flatMap(part => {
    for (const skill of practiceSkills) {
      const goal = skill.recognise(part, tools)
      if (goal) return [goal]
    }
    return []
  })
}

/** The results since the question, in the order of the calls. */
function outcomesOf(messages: readonly ModelMessage[]): CallOutcome[] {
  const results = new Map(
    messages.flatMap(message =>
      message.role === 'tool' ? [[message.callId, callOutcome(message.content, message.isError)] as const] : [],
    ),
  )
  const calls = messages.flatMap(message => (message.role === 'assistant' ? message.calls : []))
  return calls.flatMap(({ callId }) => results.get(callId) ?? [])
}
