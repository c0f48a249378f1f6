import { ToolSetting } from '@spora/sdk'
import { anthropicData, anthropicPrompt } from './anthropic-prompt.ts'
import { type DriverOptions, limitsOf, numberSetting, textSetting } from './driver-options.ts'
import { functionTools } from './function-tools.ts'
import { apiBase, type Endpoint, type HttpLimits } from './http/endpoint.ts'
import { EndpointErrors } from './http/endpoint-errors.ts'
import { listModels } from './http/list-models.ts'
import { modelFetch } from './http/model-fetch.ts'
import { askingBy, turnFetch } from './http/turn-fetch.ts'
import { LearnedTraits } from './learned-traits.ts'
import type { ModelDriver, ModelEvent, ModelRequest } from './model-driver.ts'
import { CACHE_WRITE_PRICE, CACHED_PRICE, INPUT_PRICE, OUTPUT_PRICE, type Prices, pricesOf } from './prices.ts'
import { AnthropicRepair } from './repair/repair-anthropic-stream.ts'
import { retryEmpty } from './retry-empty.ts'
import { streamTurn } from './stream-turn.ts'

/** Everything that speaks `POST /v1/messages`: Anthropic, and servers that copy its API. */
@ToolSetting({
  key: 'base_url',
  label: 'Base URL',
  type: 'url',
  description: 'The address up to, and without, /v1/messages.',
  default: 'https://api.anthropic.com',
  required: true,
})
@ToolSetting({
  key: 'api_key',
  label: 'API key',
  type: 'password',
  description: 'Sent to the base URL only.',
})
@ToolSetting({
  key: 'model',
  label: 'Model',
  type: 'text',
  description: 'The id of the model, as the endpoint lists it.',
  required: true,
})
@ToolSetting({
  key: 'temperature',
  label: 'Temperature',
  type: 'number',
  description: 'From 0 (steady) to 1 (varied). Empty leaves it to the endpoint; not sent with thinking.',
  minimum: 0,
  maximum: 1,
})
@ToolSetting({
  key: 'thinking_budget',
  label: 'Thinking budget',
  type: 'number',
  description: 'Tokens the model may think before it answers, from 1,024. Empty: no thinking.',
  minimum: 1024,
  maximum: 128_000,
})
@ToolSetting({
  key: 'enable_prompt_caching',
  label: 'Prompt caching',
  type: 'toggle',
  description: 'The endpoint keeps what it read: the next step is faster and cheaper.',
  default: true,
})
@ToolSetting({
  key: 'vision',
  label: 'Reads images',
  type: 'toggle',
  description: 'Pictures in results are shown to the model. Switch it off for a model that reads text only.',
  default: true,
})
@ToolSetting(INPUT_PRICE)
@ToolSetting(CACHED_PRICE)
@ToolSetting(CACHE_WRITE_PRICE)
@ToolSetting(OUTPUT_PRICE)
@ToolSetting({
  key: 'timeout',
  label: 'Timeout',
  type: 'number',
  description: 'Seconds one answer may take in all.',
  default: 600,
  minimum: 1,
  maximum: 7200,
})
@ToolSetting({
  key: 'idle_timeout',
  label: 'Idle timeout',
  type: 'number',
  description: 'Seconds without a sign of life.',
  default: 90,
  minimum: 1,
  maximum: 3600,
})
@ToolSetting({
  key: 'allow_insecure',
  label: 'Send the key without encryption',
  type: 'toggle',
  description: 'Only for http:// addresses in a network you trust: anyone in between can read the key.',
  default: false,
})
export class AnthropicCompatibleDriver implements ModelDriver {
  readonly dialect = 'anthropic'
  readonly provider: string
  readonly seesImages: boolean
  readonly prices: Prices | null
  readonly endpoint: Endpoint
  readonly #options: DriverOptions
  readonly #limits: HttpLimits
  readonly #errors: EndpointErrors
  readonly #learned: LearnedTraits
  /** Built once: it makes the schemas that every answer is read with. */
  #model: ReturnType<typeof openModel> | undefined

  constructor(options: DriverOptions) {
    const key = textSetting(options.settings, 'api_key')
    this.endpoint = {
      configName: options.name,
      baseUrl: apiBase(textSetting(options.settings, 'base_url'), '', ['/messages', '/v1']),
      model: textSetting(options.settings, 'model'),
      secrets: key === '' ? [] : [key],
      proxyFor: options.proxyFor,
    }
    this.provider = `anthropic_compatible ${new URL(this.endpoint.baseUrl).origin}`
    this.seesImages = options.settings.vision === true
    this.prices = pricesOf(options.settings)
    this.#options = options
    this.#limits = limitsOf(options)
    this.#learned = options.learned ?? new LearnedTraits()
    this.#errors = new EndpointErrors(this.endpoint)
  }

  stream(request: ModelRequest): AsyncIterable<ModelEvent> {
    return retryEmpty(() => this.#attempt(request), this.#errors)
  }

  listModels(signal: AbortSignal): Promise<string[]> {
    const { endpoint } = this
    const headers: Record<string, string> = {
      'anthropic-version': '2023-06-01',
      ...(endpoint.secrets[0] ? { 'x-api-key': endpoint.secrets[0] } : {}),
    }
    return listModels(
      { url: `${endpoint.baseUrl}/v1/models?limit=1000`, headers, signal },
      endpoint,
      this.#limits,
      this.#errors,
    )
  }

  #attempt(request: ModelRequest): AsyncIterable<ModelEvent> {
    const { endpoint } = this
    const { settings, maxOutputTokens } = this.#options
    const repair = new AnthropicRepair(this.#errors)
    const http = modelFetch({
      endpoint,
      limits: this.#limits,
      errors: this.#errors,
      repair,
      learned: this.#learned,
      required: ['max_tokens'],
      onAnswer: this.#options.onAnswer,
    })
    const cache = settings.enable_prompt_caching !== false
    const budget = numberSetting(settings, 'thinking_budget')
    const temperature = numberSetting(settings, 'temperature')
    const tools = functionTools(request.tools, this.dialect)
    const anthropic = {
      toolStreaming: false,
      ...(budget === undefined ? {} : { thinking: { type: 'enabled', budgetTokens: budget } }),
    }
    return streamTurn({
      open: async options => {
        this.#model ??= openModel(endpoint)
        const model = await this.#model
        return askingBy(http.fetch, () => model.doStream(options))
      },
      options: {
        prompt: anthropicPrompt(request, cache),
        ...(tools.length > 0 ? { tools: cache ? cachedTools(tools) : tools, toolChoice: { type: 'auto' } } : {}),
        ...(temperature === undefined ? {} : { temperature }),
        ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
        providerOptions: { anthropic },
        abortSignal: request.signal,
      },
      errors: this.#errors,
      failure: http.failure,
      learned: this.#learned,
      secrets: endpoint.secrets,
      providerCallId: id => repair.providerCallId(id),
      providerData: anthropicData,
    })
  }
}

/** A mark on the last tool keeps all of them. */
function cachedTools(tools: ReturnType<typeof functionTools>): ReturnType<typeof functionTools> {
  const cacheControl = { type: 'ephemeral' }
  return tools.map((tool, at) =>
    at === tools.length - 1 ? { ...tool, providerOptions: { anthropic: { cacheControl } } } : tool,
  )
}

async function openModel({ baseUrl, secrets, model }: Endpoint) {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  return createAnthropic({
    baseURL: `${baseUrl}/v1`,
    // Without one the package would read a key from the environment; ours takes the header away again.
    apiKey: secrets[0] ?? 'none',
    fetch: turnFetch,
  }).languageModel(model)
}
