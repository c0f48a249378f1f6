import { ToolSetting } from '@spora/sdk'
import type { DialectName } from '../tools/dialects/compile-for-dialect.ts'
import { AUTOMATIC, chooseDialect, dialectOptions } from './choose-dialect.ts'
import { type DriverOptions, limitsOf, numberSetting, textSetting } from './driver-options.ts'
import { functionTools } from './function-tools.ts'
import { apiBase, type Endpoint, type HttpLimits } from './http/endpoint.ts'
import { EndpointErrors } from './http/endpoint-errors.ts'
import { listModels } from './http/list-models.ts'
import { modelFetch } from './http/model-fetch.ts'
import { askingBy, turnFetch } from './http/turn-fetch.ts'
import { LearnedTraits } from './learned-traits.ts'
import type { ModelDriver, ModelEvent, ModelRequest } from './model-driver.ts'
import { openAIData, openAIPrompt } from './openai-prompt.ts'
import { CACHED_PRICE, INPUT_PRICE, OUTPUT_PRICE, type Prices, pricesOf } from './prices.ts'
import { OpenAIRepair } from './repair/repair-openai-stream.ts'
import { retryEmpty } from './retry-empty.ts'
import { streamTurn } from './stream-turn.ts'

/** Everything that speaks `POST /chat/completions`: OpenAI, OpenRouter, Mistral, DeepSeek, Ollama, LM Studio, llama.cpp. */
@ToolSetting({
  key: 'base_url',
  label: 'Base URL',
  type: 'url',
  description: 'The address up to, and without, /chat/completions.',
  default: 'https://api.openai.com/v1',
  required: true,
})
@ToolSetting({
  key: 'api_key',
  label: 'API key',
  type: 'password',
  description: 'Sent to the base URL only. Servers on this computer need none.',
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
  description: 'From 0 (steady) to 2 (varied). Empty leaves it to the endpoint.',
  minimum: 0,
  maximum: 2,
})
@ToolSetting({
  key: 'vision',
  label: 'Reads images',
  type: 'toggle',
  description: 'For a model that sees: pictures in results are shown to it.',
  default: false,
})
@ToolSetting(INPUT_PRICE)
@ToolSetting(CACHED_PRICE)
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
  description: 'Seconds without a sign of life. Raise it for slow models on this computer.',
  default: 90,
  minimum: 1,
  maximum: 3600,
})
@ToolSetting({
  key: 'tool_schema_dialect',
  label: 'Tool schemas',
  type: 'select',
  description:
    'How tools are described to this endpoint. Automatic goes by its address and model; choose one when it refuses tools.',
  options: dialectOptions,
  default: AUTOMATIC,
})
@ToolSetting({
  key: 'allow_insecure',
  label: 'Send the key without encryption',
  type: 'toggle',
  description: 'Only for http:// addresses in a network you trust: anyone in between can read the key.',
  default: false,
})
export class OpenAICompatibleDriver implements ModelDriver {
  readonly dialect: DialectName
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
      baseUrl: apiBase(textSetting(options.settings, 'base_url'), '/v1', ['/chat/completions']),
      model: textSetting(options.settings, 'model'),
      secrets: key === '' ? [] : [key],
      proxyFor: options.proxyFor,
    }
    this.provider = `openai_compatible ${new URL(this.endpoint.baseUrl).origin}`
    this.dialect = chooseDialect(options.settings)
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
    const headers: Record<string, string> = endpoint.secrets[0]
      ? { authorization: `Bearer ${endpoint.secrets[0]}` }
      : {}
    return listModels({ url: `${endpoint.baseUrl}/models`, headers, signal }, endpoint, this.#limits, this.#errors)
  }

  #attempt(request: ModelRequest): AsyncIterable<ModelEvent> {
    const { endpoint } = this
    const repair = new OpenAIRepair(this.#errors, new Set(request.tools.map(tool => tool.wireName)))
    const http = modelFetch({
      endpoint,
      limits: this.#limits,
      errors: this.#errors,
      repair,
      learned: this.#learned,
      onAnswer: this.#options.onAnswer,
    })
    const temperature = numberSetting(this.#options.settings, 'temperature')
    const tools = functionTools(request.tools, this.dialect)
    return streamTurn({
      open: async options => {
        this.#model ??= openModel(endpoint)
        const model = await this.#model
        return askingBy(http.fetch, () => model.doStream(options))
      },
      options: {
        prompt: openAIPrompt(request),
        ...(tools.length > 0 ? { tools, toolChoice: { type: 'auto' } } : {}),
        ...(temperature === undefined ? {} : { temperature }),
        ...(this.#options.maxOutputTokens === null ? {} : { maxOutputTokens: this.#options.maxOutputTokens }),
        abortSignal: request.signal,
      },
      errors: this.#errors,
      failure: http.failure,
      learned: this.#learned,
      secrets: endpoint.secrets,
      providerCallId: id => repair.providerCallId(id),
      providerData: record => openAIData(record, repair.namesReasoningContent),
    })
  }
}

async function openModel({ baseUrl, secrets, model }: Endpoint) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: baseUrl,
    ...(secrets[0] ? { apiKey: secrets[0] } : {}),
    includeUsage: true,
    fetch: turnFetch,
  }).chatModel(model)
}
