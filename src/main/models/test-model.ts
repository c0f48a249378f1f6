import { performance } from 'node:perf_hooks'
import type { ModelDraft, ModelTestResult } from '../../shared/contract/models.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { DriverFactory } from './driver-factory.ts'
import { driverKind } from './driver-table.ts'
import type { HttpLimits } from './http/endpoint.ts'
import { LearnedTraits, type ToolUse } from './learned-traits.ts'
import type { ModelDriver, WireTool } from './model-driver.ts'
import { ModelError } from './model-error.ts'

const TEST_LIMITS: HttpLimits = { idleMs: 30_000, totalMs: 60_000 }

const TINY_TOOL: WireTool = {
  wireName: 'calculator',
  description: 'Evaluates an arithmetic expression.',
  parameters: {
    type: 'object',
    properties: { expression: { type: 'string', description: 'For example 2+3.' } },
    required: ['expression'],
  },
}

type Step = ModelTestResult['steps'][number]

/** Tries a form out (M3): are its models listed, does it answer, does it call a tool? Never throws for what it finds. */
export async function testModel(
  factory: DriverFactory,
  draft: ModelDraft,
  options: { readonly limits?: HttpLimits; readonly signal?: AbortSignal } = {},
): Promise<ModelTestResult> {
  const signal = options.signal ?? new AbortController().signal
  const steps: Step[] = []
  let models: string[] | null = null
  const result = { ok: false, latency_ms: null, models, streams: null, calls_tools: null, steps, error: null }
  try {
    let streamed = false
    const onAnswer = (kind: 'events' | 'json') => {
      streamed = kind === 'events'
    }
    // Whatever was known before is asked again.
    const learned = new LearnedTraits()
    const build = (settings: ModelDraft['settings']) =>
      factory.fromDraft({ ...draft, settings }, { limits: options.limits ?? TEST_LIMITS, onAnswer, learned })
    // A form without a model is tried all the same: what the endpoint lists is what the person wants to choose from.
    const unnamed = needsModel(draft)
    const first = build(unnamed ? { ...draft.settings, model: UNNAMED } : draft.settings)
    models = first.listModels ? await list(first.listModels(signal), steps) : null
    const model = models?.[0]
    if (unnamed && model === undefined)
      throw new SporaError('LLM_MODEL_NOT_FOUND', 'It answers, but does not list its models: type the model’s id.')
    const settings = unnamed ? { ...draft.settings, model } : draft.settings
    const driver = unnamed ? build(settings) : first
    const answer = await probe(driver, signal, steps).catch(error => {
      throw unnamed ? toBeChosen(error) : error
    })
    const { refused } = learned.traits
    if (refused.length > 0) steps.push({ name: 'Parameters', ok: true, message: refusedWords(refused) })
    factory.tested({ ...draft, settings }, { tools: answer.tools, refused })
    return {
      ...result,
      ok: true,
      models,
      latency_ms: Math.round(answer.latencyMs),
      streams: streamed || draft.driver === 'practice',
      calls_tools: answer.tools === 'calls',
    }
  } catch (error) {
    const failed = asError(error)
    const name = steps.length === 0 ? 'Reach' : 'Answer'
    steps.push({ name, ok: false, message: failed.message })
    // Also then the person wants to choose from what is there.
    return { ...result, models, error: failed }
  }
}

/** Stands for the model until one is chosen; it is never sent. */
const UNNAMED = 'unnamed'

function needsModel({ driver, settings }: ModelDraft): boolean {
  const declared = driverKind(driver)?.settings.some(({ key, required }) => key === 'model' && required)
  return declared === true && (typeof settings.model !== 'string' || settings.model.trim() === '')
}

/** The first of a list may be one that cannot chat at all; that says nothing about the others. */
function toBeChosen(error: unknown): unknown {
  if (!(error instanceof ModelError && OF_MODEL.has(error.code))) return error
  const message = 'The first model of its list cannot be used for chats. Choose the model you want, then test again.'
  return new ModelError(error.code, message, error.info)
}

const OF_MODEL: ReadonlySet<string> = new Set(['LLM_MODEL_NOT_FOUND', 'LLM_BAD_REQUEST', 'LLM_ERROR'])

/** An endpoint need not list its models; but a refused key or an unreachable host ends the test here. */
async function list(listing: Promise<string[]>, steps: Step[]): Promise<string[] | null> {
  try {
    const models = await listing
    const message = models.length === 1 ? 'It lists 1 model.' : `It lists ${models.length} models.`
    steps.push({ name: 'Models', ok: true, message })
    return models
  } catch (error) {
    const listless = error instanceof ModelError && LISTLESS.has(error.code)
    if (!listless) throw error
    steps.push({ name: 'Models', ok: true, message: 'It does not list its models; type the model’s id.' })
    return null
  }
}

const LISTLESS: ReadonlySet<string> = new Set(['LLM_MODEL_NOT_FOUND', 'LLM_NOT_JSON', 'LLM_BAD_REQUEST', 'LLM_ERROR'])

async function probe(driver: ModelDriver, signal: AbortSignal, steps: Step[]): Promise<Answered & { tools: ToolUse }> {
  const answered = (answer: Answered) =>
    steps.push({ name: 'Answer', ok: true, message: `It answered in ${Math.round(answer.latencyMs)} ms.` })
  try {
    const answer = await ask(driver, [TINY_TOOL], signal)
    answered(answer)
    const message = answer.calledTool
      ? 'It called the tool it was given.'
      : 'It answered without the tool it was given. Agents may not be able to use their tools with it.'
    steps.push({ name: 'Tools', ok: answer.calledTool, message })
    return { ...answer, tools: answer.calledTool ? 'calls' : 'ignores' }
  } catch (error) {
    if (!(error instanceof ModelError && REFUSED.has(error.code))) throw error
    const answer = await ask(driver, [], signal)
    answered(answer)
    steps.push({ name: 'Tools', ok: false, message: error.message })
    return { ...answer, tools: 'refuses' }
  }
}

/** Not every endpoint says that it was for the tools. */
const REFUSED: ReadonlySet<string> = new Set(['LLM_NO_TOOLS', 'LLM_BAD_REQUEST'])

function refusedWords(parameters: readonly string[]): string {
  return `It refuses ${parameters.join(', ')}, and is asked without.`
}

interface Answered {
  /** Until the first sign of an answer. */
  readonly latencyMs: number
  readonly calledTool: boolean
}

async function ask(driver: ModelDriver, tools: readonly WireTool[], signal: AbortSignal): Promise<Answered> {
  const started = performance.now()
  let latencyMs: number | undefined
  let calledTool = false
  const request = {
    system: 'Use the calculator tool for every calculation.',
    messages: [{ role: 'user' as const, text: 'calculate 2 + 3' }],
    tools,
    signal,
  }
  for await (const event of driver.stream(request)) {
    latencyMs ??= performance.now() - started
    calledTool ||= event.type === 'call' && event.wireName === TINY_TOOL.wireName
  }
  return { latencyMs: latencyMs ?? performance.now() - started, calledTool }
}

function asError(error: unknown): NonNullable<ModelTestResult['error']> {
  if (error instanceof ModelError) return { code: error.code, message: error.message, raw: error.info.raw ?? null }
  if (error instanceof SporaError) return { code: error.code, message: error.message, raw: null }
  return { code: 'INTERNAL', message: 'The test failed because of a fault in Spora.', raw: null }
}
