import { ModelError } from './model-error.ts'

/** calls: it called one. ignores: it was offered one and did not. refuses: its server takes no request with tools. */
export type ToolUse = 'calls' | 'ignores' | 'refuses'

/** What only asking a model tells about it. */
export interface ModelTraits {
  /** Null as long as nobody knows. */
  readonly tools: ToolUse | null
  /** Request parameters its server refuses. */
  readonly refused: readonly string[]
}

export const NOTHING_KNOWN: ModelTraits = { tools: null, refused: [] }

export function withLearnt(known: ModelTraits, { tools, refused = [] }: Partial<ModelTraits>): ModelTraits {
  return { tools: tools ?? known.tools, refused: [...new Set([...known.refused, ...refused])] }
}

/** Request parameters that some models refuse, and what is sent instead (H10). */
const ADAPTATIONS: Readonly<Record<string, (body: Record<string, unknown>) => void>> = {
  max_tokens: body => {
    if (body.max_tokens !== undefined) body.max_completion_tokens = body.max_tokens
    delete body.max_tokens
  },
  temperature: body => {
    delete body.temperature
  },
  stream_options: body => {
    delete body.stream_options
  },
  // Without it the model chooses, which is all that is ever asked for.
  tool_choice: body => {
    delete body.tool_choice
  },
}

/**
 * What one driver knows of its model. Whoever keeps it longer than the driver lives hears what is new alone: others may
 * have found out more meanwhile.
 */
export class LearnedTraits {
  readonly #onLearnt: (learnt: Partial<ModelTraits>) => void
  #traits: ModelTraits

  constructor(known: ModelTraits = NOTHING_KNOWN, onLearnt: (learnt: Partial<ModelTraits>) => void = () => {}) {
    this.#traits = known
    this.#onLearnt = onLearnt
  }

  get traits(): ModelTraits {
    return this.#traits
  }

  /** The JSON of a request without what the model refuses, except what its API cannot do without. */
  adapt(body: string, required: readonly string[] = []): string {
    const refused = this.#traits.refused.filter(parameter => !required.includes(parameter))
    if (refused.length === 0) return body
    const adapted = JSON.parse(body) as Record<string, unknown>
    for (const parameter of refused) ADAPTATIONS[parameter]?.(adapted)
    return JSON.stringify(adapted)
  }

  /** H8: what a request failed of may tell something about the next one. */
  note(error: ModelError): void {
    if (error.code === 'LLM_NO_TOOLS') this.#learn({ tools: 'refuses' })
  }

  /** It called a tool that it was offered: what was known to the contrary is over. */
  noteCall(): void {
    const { tools } = this.#traits
    if (tools === 'refuses' || tools === 'ignores') this.#learn({ tools: 'calls' })
  }

  /** Remembers what was refused. True when `sent` would now be sent differently, so that it is worth another try. */
  learnFrom(error: unknown, sent: string, required: readonly string[] = []): boolean {
    const parameter = error instanceof ModelError ? error.info.refusedParameter : undefined
    if (parameter === undefined || !Object.hasOwn(ADAPTATIONS, parameter) || required.includes(parameter)) return false
    if ((JSON.parse(sent) as Record<string, unknown>)[parameter] === undefined) return false
    this.#learn({ refused: [parameter] })
    return true
  }

  #learn(learnt: Partial<ModelTraits>): void {
    this.#traits = withLearnt(this.#traits, learnt)
    this.#onLearnt(learnt)
  }
}
