import { startModelServer, type WireFormat } from './http-model-server.ts'
import { type ModelServer, pieces, type Script, type ScriptedTurn, type ServerOptions } from './script.ts'

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: 'tool_result'
      readonly tool_use_id: string
      readonly content: string | readonly { readonly type: string; readonly text?: string }[]
      readonly is_error?: boolean
    }

/** The parts of a messages request that tests look at. */
export interface AnthropicRequest {
  readonly model: string
  readonly max_tokens: number
  readonly stream?: boolean
  readonly temperature?: number
  readonly system?: readonly { readonly type: 'text'; readonly text: string }[]
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: readonly Block[] }[]
  readonly tools?: readonly {
    readonly name: string
    readonly description: string
    readonly input_schema: Record<string, unknown>
  }[]
  readonly thinking?: unknown
}

export function startAnthropicServer(
  script: Script<AnthropicRequest>,
  options?: ServerOptions,
): Promise<ModelServer<AnthropicRequest>> {
  return startModelServer(anthropic, script, options)
}

/** What the scripted thinking is signed with. */
export const SIGNATURE = 'c2NyaXB0ZWQgc2lnbmF0dXJl'

export const anthropic: WireFormat = {
  answerPath: '/v1/messages',
  modelsPath: '/v1/models',
  basePath: '',
  keyOf: headers => String(headers['x-api-key'] ?? ''),
  models: ids => ({
    data: ids.map(id => ({ id, type: 'model', display_name: id, created_at: '2025-01-01T00:00:00Z' })),
    has_more: false,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  }),
  error: (status, message) => ({ type: 'error', error: { type: ERROR_TYPES[status] ?? 'api_error', message } }),
  events: (turn, model) => events(turn, model).map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  whole: (turn, model) => ({ ...message(model), content: blocks(turn), stop_reason: stop(turn), usage: usage(turn) }),
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

type Event = { readonly type: string; readonly [key: string]: unknown }

function events(turn: ScriptedTurn, model: string): Event[] {
  const { output_tokens, ...input } = usage(turn)
  const start = { ...message(model), content: [], stop_reason: null, usage: { ...input, output_tokens: 1 } }
  return [
    { type: 'message_start', message: start },
    { type: 'ping' },
    ...blocks(turn).flatMap((block, index) => blockEvents(block, index, turn.pieceSize)),
    { type: 'message_delta', delta: { stop_reason: stop(turn), stop_sequence: null }, usage: { output_tokens } },
    { type: 'message_stop' },
  ]
}

function blockEvents(block: Block, index: number, size?: number): Event[] {
  const delta = (fields: object): Event => ({ type: 'content_block_delta', index, delta: fields })
  const around = (empty: object, deltas: Event[]): Event[] => [
    { type: 'content_block_start', index, content_block: empty },
    ...deltas,
    { type: 'content_block_stop', index },
  ]
  switch (block.type) {
    case 'thinking':
      return around({ ...block, thinking: '', signature: '' }, [
        ...pieces(block.thinking, size).map(thinking => delta({ type: 'thinking_delta', thinking })),
        delta({ type: 'signature_delta', signature: block.signature }),
      ])
    case 'text':
      return around(
        { ...block, text: '' },
        pieces(block.text, size).map(text => delta({ type: 'text_delta', text })),
      )
    case 'tool_use': {
      const text = typeof block.input === 'string' ? block.input : JSON.stringify(block.input)
      const parts = ['', ...pieces(text === '{}' ? '' : text, size ?? 6)]
      return around(
        { ...block, input: {} },
        parts.map(partial_json => delta({ type: 'input_json_delta', partial_json })),
      )
    }
    case 'tool_result':
      return []
  }
}

function blocks(turn: ScriptedTurn): Block[] {
  return [
    ...(turn.reasoning ? [{ type: 'thinking' as const, thinking: turn.reasoning, signature: SIGNATURE }] : []),
    ...(turn.text ? [{ type: 'text' as const, text: turn.text }] : []),
    ...(turn.calls ?? []).map((call, index) => ({
      type: 'tool_use' as const,
      id: call.id ?? `toolu_script_${index}`,
      name: call.name,
      input: call.arguments,
    })),
  ]
}

function message(model: string) {
  return { id: 'msg_script', type: 'message', role: 'assistant', model, stop_sequence: null }
}

function stop(turn: ScriptedTurn): string {
  return turn.stop ?? ((turn.calls ?? []).length > 0 ? 'tool_use' : 'end_turn')
}

function usage({ usage = { input: 11, output: 7 } }: ScriptedTurn) {
  const cache = usage.cacheWrite === undefined ? {} : { cache_creation_input_tokens: usage.cacheWrite }
  return { input_tokens: usage.input, output_tokens: usage.output, ...cache }
}
