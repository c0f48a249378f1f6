import { become, type Due, each, type Fault, without } from './fault.ts'

/* Messages of another form than documented. */

const form = (what: string, change: NonNullable<Fault['form']>, due: Due): Fault => ({ what, form: change, due })
const events = (keep: (type: string) => boolean) => (values: readonly unknown[]) =>
  values.filter(value => keep((value as { type: string }).type))
const blocks =
  (change: (block: Record<string, unknown>) => unknown): NonNullable<Fault['form']> =>
  values =>
    each('content', value => (Array.isArray(value) ? value.map(change) : value))(
      each('content_block', block => change(block as Record<string, unknown>))(values),
    )

export const ANTHROPIC_FORM: readonly Fault[] = [
  form('content: null', become('content', null), { stream: 'ran', whole: 'LLM_NOT_JSON' }),
  form('content: none', become('content', []), { stream: 'ran', whole: 'LLM_EMPTY' }),
  form('content: a text', become('content', 'x'), { stream: 'ran', whole: 'LLM_NOT_JSON' }),
  form('content: of null', become('content', [null, 7, 'x']), { stream: 'ran', whole: 'LLM_EMPTY' }),
  form(
    'blocks: null',
    blocks(() => null),
    'LLM_EMPTY',
  ),
  form(
    'blocks: of no type',
    blocks(({ type: _, ...block }) => block),
    'LLM_EMPTY',
  ),
  form(
    'blocks: of an unknown type',
    blocks(block => ({ ...block, type: 'hologram' })),
    'LLM_EMPTY',
  ),
  form('text: a number', become('text', 7), 'ran*'),
  form('thinking: a number', become('thinking', 7), 'ran'),
  form('signature: none', without('signature'), 'ran'),
  form('signature: null', become('signature', null), 'ran'),
  form('signature: a number', become('signature', 7), 'ran'),
  form('id: none', without('id'), 'ran'),
  form('id: null', become('id', null), 'ran'),
  form('id: a number', become('id', 7), 'ran'),
  form('name: none', without('name'), 'LLM_STREAM'),
  form('name: null', become('name', null), 'LLM_STREAM'),
  form('name: a list', become('name', ['lookup']), 'LLM_STREAM'),
  form('input: none', without('input'), { stream: 'ran', whole: 'CALL_ARGS_SCHEMA' }),
  form('input: null', become('input', null), { stream: 'ran', whole: 'CALL_ARGS_SCHEMA' }),
  form('input: a list', become('input', ['x']), { stream: 'ran', whole: 'CALL_ARGS_NOT_OBJECT' }),
  form('input: a number', become('input', 7), { stream: 'ran', whole: 'CALL_ARGS_NOT_OBJECT' }),
  form('partial_json: a number', become('partial_json', 7), { stream: 'CALL_ARGS_NOT_OBJECT', whole: 'ran' }),
  form('stop_reason: none', without('stop_reason'), 'ran'),
  form('stop_reason: a number', become('stop_reason', 7), 'ran'),
  form('stop_reason: unknown', become('stop_reason', 'paused'), 'ran'),
  form('stop_reason: end_turn', become('stop_reason', 'end_turn'), 'ran'),
  form('stop_reason: refusal', become('stop_reason', 'refusal'), 'ran'),
  form('stop_reason: max_tokens', become('stop_reason', 'max_tokens'), 'CALL_CUT_OFF'),
  form('usage: none', without('usage'), 'ran'),
  form('usage: a text', become('usage', 'much'), 'ran'),
  form('B140: usage: absurd', become('usage', { input_tokens: -5, output_tokens: 'x' }), 'ran'),
  form('role: user', become('role', 'user'), 'ran'),
  form('index: none', without('index'), 'ran'),
  form('index: a text', become('index', '0'), 'ran'),
  form('index: the same for all', become('index', 0), 'ran'),
  form('delta: null', become('delta', null), { stream: 'LLM_STREAM', whole: 'ran' }),
  form('delta: a list', become('delta', []), { stream: 'LLM_STREAM', whole: 'ran' }),
  form('message: null', become('message', null), 'ran'),
  form(
    'no message_start',
    events(type => type !== 'message_start'),
    'ran',
  ),
  form(
    'no content_block_start',
    events(type => type !== 'content_block_start'),
    { stream: 'LLM_STREAM', whole: 'ran' },
  ),
  form(
    'no content_block_stop',
    events(type => type !== 'content_block_stop'),
    'ran',
  ),
  form(
    'no message_stop',
    events(type => type !== 'message_stop'),
    'ran',
  ),
  form(
    'no end',
    events(type => !['message_stop', 'message_delta'].includes(type)),
    { stream: 'LLM_STREAM', whole: 'ran' },
  ),
  form(
    'an error in the end',
    values => [...values.slice(0, -1), { type: 'error', error: { type: 'overloaded_error', message: 'No.' } }],
    { stream: 'LLM_OVERLOADED', whole: 'LLM_OVERLOADED' },
  ),
]
