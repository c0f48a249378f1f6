import { startModelServer, type WireFormat } from './http-model-server.ts'
import {
  argumentsText,
  type ModelServer,
  pieces,
  type Script,
  type ScriptedTurn,
  type ServerOptions,
} from './script.ts'

/** The parts of a chat-completion request that tests look at. */
export interface OpenAIRequest {
  readonly model: string
  readonly stream?: boolean
  readonly temperature?: number
  readonly max_tokens?: number
  readonly stream_options?: unknown
  readonly messages: readonly {
    readonly role: 'system' | 'user' | 'assistant' | 'tool'
    readonly content: string | null
    readonly reasoning_content?: string
    readonly tool_calls?: readonly {
      readonly id: string
      readonly function: { readonly name: string; readonly arguments: string }
    }[]
    readonly tool_call_id?: string
  }[]
  readonly tools?: readonly {
    readonly type: 'function'
    readonly function: {
      readonly name: string
      readonly description: string
      readonly parameters: Record<string, unknown>
    }
  }[]
}

export function startOpenAIServer(
  script: Script<OpenAIRequest>,
  options?: ServerOptions,
): Promise<ModelServer<OpenAIRequest>> {
  return startModelServer(openAI, script, options)
}

export const openAI: WireFormat = {
  answerPath: '/v1/chat/completions',
  modelsPath: '/v1/models',
  basePath: '/v1',
  keyOf: headers => (headers.authorization ?? '').replace(/^Bearer /, ''),
  models: ids => ({ object: 'list', data: ids.map(id => ({ id, object: 'model', created: 0, owned_by: 'script' })) }),
  error: (status, message) => ({
    error: { message, type: 'invalid_request_error', param: null, code: status === 401 ? 'invalid_api_key' : null },
  }),
  events: (turn, model) => [
    ...chunks(turn, model).map(chunk => `data: ${JSON.stringify(chunk)}\n\n`),
    'data: [DONE]\n\n',
  ],
  whole: (turn, model) => ({
    id: 'chatcmpl-script',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: turn.text ?? null,
          ...(turn.reasoning ? { reasoning_content: turn.reasoning } : {}),
          ...(turn.calls ? { tool_calls: calls(turn) } : {}),
        },
        finish_reason: stop(turn),
      },
    ],
    usage: usage(turn),
  }),
}

function chunks(turn: ScriptedTurn, model: string): object[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    id: 'chatcmpl-script',
    object: 'chat.completion.chunk',
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  return [
    chunk({ role: 'assistant', content: turn.text === undefined ? null : '' }),
    ...pieces(turn.reasoning ?? '', turn.pieceSize).map(text => chunk({ reasoning_content: text })),
    ...pieces(turn.text ?? '', turn.pieceSize).map(text => chunk({ content: text })),
    ...calls(turn).flatMap((call, index) => [
      chunk({ tool_calls: [{ index, ...call, function: { name: call.function.name, arguments: '' } }] }),
      ...pieces(call.function.arguments, turn.pieceSize ?? 6).map(text =>
        chunk({ tool_calls: [{ index, function: { arguments: text } }] }),
      ),
    ]),
    chunk({}, stop(turn)),
    { ...chunk({}), choices: [], usage: usage(turn) },
  ]
}

function calls(turn: ScriptedTurn) {
  return (turn.calls ?? []).map((call, index) => ({
    id: call.id ?? `call_script_${index}`,
    type: 'function',
    function: { name: call.name, arguments: argumentsText(call) },
  }))
}

function stop(turn: ScriptedTurn): string {
  return turn.stop ?? ((turn.calls ?? []).length > 0 ? 'tool_calls' : 'stop')
}

function usage({ usage = { input: 11, output: 7 } }: ScriptedTurn) {
  return { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: usage.input + usage.output }
}
