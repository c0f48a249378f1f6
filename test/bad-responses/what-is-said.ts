import type { ScriptedTurn } from '../model-servers/script.ts'
import type { Due, Fault } from './fault.ts'

/* Models that say what they should not, in the right form: the same for every API. */

/** Some of them are large. */
const PIECE = 100_000

const args = (what: string, text: unknown, due: Due): Fault => ({
  what: `arguments: ${what}`,
  turn: correct => ({ ...correct, pieceSize: PIECE, calls: [{ id: 'call_1', name: 'lookup', arguments: text }] }),
  due,
})
const mail = (what: string, value: object, due: Due): Fault => ({
  what: `arguments: ${what}`,
  turn: correct => ({ ...correct, calls: [{ id: 'call_1', name: 'mail', arguments: value }] }),
  due,
})
const name = (what: string, called: string, due: Due): Fault => ({
  what: `name: ${what}`,
  turn: correct => ({ ...correct, calls: [{ id: 'call_1', name: called, arguments: { word: 'x' } }] }),
  due,
})
const id = (what: string, given: string): Fault => ({
  what: `id: ${what}`,
  turn: correct => ({ ...correct, calls: [{ id: given, name: 'lookup', arguments: { word: 'x' } }] }),
  due: 'ran',
})
const says = (what: string, turn: ScriptedTurn, due: Due): Fault => ({ what, turn: () => turn, due })

export const WHAT_IS_SAID: readonly Fault[] = [
  args('B100: cut off', '{"word":', 'CALL_ARGS_JSON'),
  args('B101: none', '', 'CALL_ARGS_SCHEMA'),
  args('B102: JSON in JSON', JSON.stringify('{"word":"x"}'), 'ran'),
  args('B102: a list', '["x"]', 'CALL_ARGS_NOT_OBJECT'),
  args('B102: a number', '5', 'CALL_ARGS_NOT_OBJECT'),
  args('B104: one key twice', '{"word":"x","word":"y"}', 'CALL_ARGS_DUPLICATE_KEY'),
  args('B105: __proto__', '{"word":"x","__proto__":{"a":1}}', 'CALL_ARGS_KEY'),
  args('B105: constructor', '{"word":"x","constructor":{"prototype":{}}}', 'CALL_ARGS_KEY'),
  args('B106: nested 100,000 deep', `{"word":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'CALL_ARGS_TOO_DEEP'),
  { ...args('B107: 20 MB', `{"word":"${'x'.repeat(20_000_000)}"}`, 'CALL_ARGS_TOO_LARGE'), large: true },
  args('B110: NaN', '{"word":NaN}', 'CALL_ARGS_JSON'),
  args('B110: 1e400', '{"word":1e400}', 'CALL_ARGS_NUMBER'),
  args('B110: an unsafe integer', '{"word":9007199254740993}', 'CALL_ARGS_NUMBER'),
  args('B134: half a surrogate pair', '{"word":"\\ud83d"}', 'CALL_ARGS_TEXT'),
  args('single quotes', "{'word':'x'}", 'CALL_ARGS_JSON'),
  args('a comma at the end', '{"word":"x",}', 'CALL_ARGS_JSON'),
  args('a comment', '{"word":"x"/* here */}', 'CALL_ARGS_JSON'),
  args('in a code fence', '```json\n{"word":"x"}\n```', 'CALL_ARGS_JSON'),
  args('words after them', '{"word":"x"} I hope that helps.', 'CALL_ARGS_JSON'),
  args('a field nobody declared', '{"word":"x","depth":3}', 'CALL_ARGS_SCHEMA'),
  args('an object for a text', '{"word":{"x":1}}', 'CALL_ARGS_SCHEMA'),
  args('null for a text', '{"word":null}', 'CALL_ARGS_SCHEMA'),
  mail('B109: a text for a number', { action: 'send', to: 'ada', copies: 'many' }, 'CALL_ARGS_SCHEMA'),
  mail('B109: a number out of its range', { action: 'send', to: 'ada', copies: 99 }, 'CALL_ARGS_SCHEMA'),
  mail('B109: a number as text', { action: 'send', to: 'ada', copies: '2' }, 'asked'),
  mail('B115: no operation', { to: 'ada' }, 'CALL_ARGS_SCHEMA'),
  mail('B115: an operation nobody knows', { action: 'burn' }, 'CALL_ARGS_SCHEMA'),
  mail('B115: an operation that is a number', { action: 7 }, 'CALL_ARGS_SCHEMA'),
  args('B120: 20,000 objects', '{}'.repeat(20_000), 'CALL_ARGS_JSON'),
  name('B111: no tool', 'search', 'CALL_UNKNOWN_TOOL'),
  name('B112: switched off', 'slow', 'CALL_DISABLED'),
  name('B114: another case', 'Lookup', 'CALL_UNKNOWN_TOOL'),
  name('B114: a space behind it', 'lookup ', 'CALL_UNKNOWN_TOOL'),
  name('B114: a character without width', 'look\u200bup', 'CALL_UNKNOWN_TOOL'),
  name('a word of JavaScript', 'constructor', 'CALL_UNKNOWN_TOOL'),
  name('10,000 characters', 'lookup'.repeat(1_700), 'CALL_UNKNOWN_TOOL'),
  name('line breaks and quotes', 'look"up\n\u0000</tool>', 'CALL_UNKNOWN_TOOL'),
  id('B116: empty', ''),
  id('B119: 10,000 characters', 'x'.repeat(10_000)),
  id('B119: control characters', 'a\u0000b\u001b[31m\u202ec'),
  id('half a surrogate pair', 'a\ud83d'),
  {
    what: 'B117: two calls of one id',
    turn: correct => ({ ...correct, calls: [...(correct.calls ?? []), ...(correct.calls ?? [])] }),
    due: 'ran ran',
  },
  {
    what: 'B120: 500 calls',
    large: true,
    turn: correct => ({
      ...correct,
      calls: Array.from({ length: 500 }, (_, at) => ({ id: `c${at}`, name: 'lookup', arguments: { word: `x${at}` } })),
    }),
    due: `${'ran '.repeat(32)}${'TOO_MANY_CALLS '.repeat(468)}`.trim(),
  },
  {
    what: 'B120: 5,000 calls',
    turn: correct => ({
      ...correct,
      calls: Array.from({ length: 5_000 }, (_, at) => ({ name: 'lookup', arguments: { word: `x${at}` } })),
    }),
    due: 'LLM_STREAM',
  },
  says('B125: nothing at all', {}, 'LLM_EMPTY'),
  says('B125: white space', { text: ' \n\t ' }, 'LLM_EMPTY'),
  says('B125: only reasoning', { reasoning: 'Hm.' }, 'LLM_EMPTY'),
  says('B134: half a surrogate pair in the text', { text: 'a\ud83d b' }, 'said'),
  says('B135: NUL, ESC, bidi and tag characters', { text: 'a\u0000\u001b[2J\u2028\u202e\u{e0041}b' }, 'said'),
  says('B142: our key', { text: 'Your key is sk-replay-0123456789.' }, 'said*'),
  says('B144: a call in the text', { text: '```json\n{"name":"lookup","arguments":{"word":"x"}}\n```' }, 'said'),
  says('H7: half an envelope in the text', { text: '<tool_call>{"name":"lookup",' }, 'said'),
  {
    ...says('B145: 5 million characters', { text: 'x'.repeat(5_000_000), pieceSize: PIECE }, 'LLM_LENGTH'),
    large: true,
  },
  says('B146: pictures of other servers', { text: '![](http://127.0.0.1:9/a.png)'.repeat(1_000) }, 'said'),
]
