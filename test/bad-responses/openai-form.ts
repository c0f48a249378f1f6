import { become, type Due, each, type Fault, without } from './fault.ts'

/* Chat completions of another form than documented. */

const form = (what: string, change: NonNullable<Fault['form']>, due: Due): Fault => ({ what, form: change, due })
const list = (value: unknown) => (Array.isArray(value) ? value : [])

/** Once, and nothing in the pieces after it. */
const asObject: NonNullable<Fault['form']> = values => {
  let given = false
  return each('arguments', text => {
    if (given || text === '') return ''
    given = true
    return { word: 'x' }
  })(values)
}

export const OPENAI_FORM: readonly Fault[] = [
  form('choices: null', become('choices', null), { stream: 'LLM_EMPTY', whole: 'LLM_NOT_JSON' }),
  form('choices: none', become('choices', []), 'LLM_EMPTY'),
  form('choices: of null', become('choices', [null]), 'LLM_EMPTY'),
  form('choices: a text', become('choices', 'x'), { stream: 'LLM_EMPTY', whole: 'LLM_NOT_JSON' }),
  form(
    'choices: the second only',
    each('choices', value => list(value).map(one => ({ ...one, index: 1 }))),
    'LLM_EMPTY',
  ),
  form('no delta, no message', values => without('message')(without('delta')(values)), 'LLM_EMPTY'),
  form('delta and message: null', values => become('message', null)(become('delta', null)(values)), 'LLM_EMPTY'),
  form('delta and message: a list', values => become('message', [])(become('delta', [])(values)), 'LLM_EMPTY'),
  form('finish_reason: none', without('finish_reason'), 'ran'),
  form('finish_reason: a number', become('finish_reason', 7), 'ran'),
  form('finish_reason: unknown', become('finish_reason', 'paused'), 'ran'),
  form('finish_reason: content_filter', become('finish_reason', 'content_filter'), 'ran'),
  form('finish_reason: length', become('finish_reason', 'length'), 'CALL_CUT_OFF'),
  form('tool_calls: none after all', without('tool_calls'), 'said'),
  form(
    'tool_calls: one, not in a list',
    each('tool_calls', value => list(value)[0]),
    'ran',
  ),
  form(
    'tool_calls: with null and text',
    each('tool_calls', value => [null, 'x', ...list(value)]),
    'ran',
  ),
  form('function: none', without('function'), 'LLM_STREAM'),
  form('function: null', become('function', null), 'LLM_STREAM'),
  form('name: none', without('name'), 'LLM_STREAM'),
  form('name: a number', become('name', 7), 'LLM_STREAM'),
  form('arguments: none', without('arguments'), 'CALL_ARGS_SCHEMA'),
  form('arguments: null', become('arguments', null), 'CALL_ARGS_SCHEMA'),
  form('arguments: a number', become('arguments', 7), 'CALL_ARGS_NOT_OBJECT'),
  form('arguments: an object', asObject, 'ran'),
  form('id: none', without('id'), 'ran'),
  form('id: null', become('id', null), 'ran'),
  form('id: a number', become('id', 7), 'ran'),
  form('index: none', without('index'), 'ran'),
  form('index: a text', become('index', '0'), 'ran'),
  form('index: negative', become('index', -1), 'ran'),
  form('content: a number', become('content', 7), 'ran*'),
  form('content: an object', become('content', { text: 'x' }), 'ran*'),
  form(
    'content: parts',
    each('content', text => (typeof text === 'string' ? [{ type: 'text', text }] : text)),
    'ran',
  ),
  form('content: parts of null', become('content', [null, 7, { type: 'text' }]), 'ran*'),
  form('role: none', without('role'), 'ran'),
  form('role: user', become('role', 'user'), 'ran'),
  form('usage: none', without('usage'), 'ran'),
  form('usage: a text', become('usage', 'much'), 'ran'),
  form(
    'B140: usage: absurd',
    become('usage', { prompt_tokens: -5, completion_tokens: 'x', total_tokens: 1e300 }),
    'ran',
  ),
  form('type: unknown', become('type', 'custom'), 'ran'),
  form('reasoning_content: a number', become('reasoning_content', 7), 'ran'),
  form(
    'an error beside the answer',
    values => values.map(value => ({ ...(value as object), error: { message: 'No.' } })),
    'LLM_ERROR',
  ),
  form(
    'B105: __proto__ beside everything',
    each('choices', value =>
      list(value).map(one => JSON.parse(`{"__proto__":{"index":9},${JSON.stringify(one).slice(1)}`)),
    ),
    'ran',
  ),
]
