import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { canonicalJson } from './canonical-json.ts'
import { parseArguments } from './parse-arguments.ts'

function code(text: string): string {
  const parsed = parseArguments(text)
  return parsed.kind === 'malformed' ? parsed.code : parsed.kind
}

describe('arguments as the model sent them', () => {
  test('B100: truncated text is malformed, quotes the position and never becomes {}', () => {
    const parsed = parseArguments('{"a":')
    expect(parsed).toMatchObject({ kind: 'malformed', code: 'CALL_ARGS_JSON' })
    expect(parsed.kind === 'malformed' && parsed.message).toContain('Line 1, column 6')
    for (const text of ['{"a":"x', '{"a":[1,', '{"a"', '{', '{"a":1}}', "{'a':1}", '{a:1}', '{"a":1} {"b":2}'])
      expect(code(text), text).toBe('CALL_ARGS_JSON')
  })

  test('B101, F1: empty text, missing and null mean nothing was sent', () => {
    for (const text of ['', '  \n', 'null', '""', null, undefined])
      expect(parseArguments(text)).toEqual({ kind: 'empty' })
  })

  test('B102: a double-encoded object is unwrapped once and flagged', () => {
    expect(parseArguments('"{\\"a\\":1}"')).toEqual({ kind: 'ok', value: { a: 1 }, unwrapped: true })
    expect(parseArguments('{"a":1}')).toEqual({ kind: 'ok', value: { a: 1 }, unwrapped: false })
    expect(code(JSON.stringify(JSON.stringify(JSON.stringify({ a: 1 }))))).toBe('CALL_ARGS_NOT_OBJECT')
    expect(code('"{\\"a\\":1,\\"a\\":2}"')).toBe('CALL_ARGS_DUPLICATE_KEY')
    for (const text of ['"hello"', '[]', '[{"a":1}]', '5', 'true', '"{broken"', '"[1]"'])
      expect(code(text), text).toBe('CALL_ARGS_NOT_OBJECT')
  })

  test('B104: duplicate keys are refused', () => {
    expect(code('{"path":"/safe","path":"/etc/passwd"}')).toBe('CALL_ARGS_DUPLICATE_KEY')
    expect(code('{"x":{"a":1,"\\u0061":2}}')).toBe('CALL_ARGS_DUPLICATE_KEY')
  })

  test('B105: keys of JavaScript itself are refused at every depth', () => {
    for (const key of ['__proto__', 'constructor', 'prototype'])
      for (const text of [`{"${key}":1}`, `{"a":[{"${key}":{}}]}`]) expect(code(text), text).toBe('CALL_ARGS_KEY')
    expect(code('{"toString":1}')).toBe('ok')
  })

  test('B106: nesting of 100,000 is refused without overflowing the stack', () => {
    expect(code(`{"a":${'['.repeat(100_000)}`)).toBe('CALL_ARGS_TOO_DEEP')
    expect(code(`{"a":${'['.repeat(63)}${']'.repeat(63)}}`)).toBe('ok')
    expect(code(`{"a":${'['.repeat(64)}${']'.repeat(64)}}`)).toBe('CALL_ARGS_TOO_DEEP')
    expect(code(`${'{"a":'.repeat(30_000)}`)).toBe('CALL_ARGS_TOO_DEEP')
  })

  test('B107: more than 256 kB is refused', () => {
    expect(code(`{"a":"${'x'.repeat(20_000_000)}"}`)).toBe('CALL_ARGS_TOO_LARGE')
    expect(code(`{"a":"${'x'.repeat(255_000)}"}`)).toBe('ok')
  })

  test('B110: numbers that would change on the way are refused', () => {
    expect(code('{"a":NaN}')).toBe('CALL_ARGS_JSON')
    for (const number of ['1e400', '-1e400', '9007199254740993', '-9007199254740993', '9007199254740992', '1e-400'])
      expect(code(`{"a":${number}}`), number).toBe('CALL_ARGS_NUMBER')
    for (const number of ['9007199254740993.0', '9.007199254740993e15', '90071992547409930E-1', '-9007199254740993.00'])
      expect(code(`{"a":${number}}`), number).toBe('CALL_ARGS_NUMBER')
    for (const number of [
      '9007199254740992e0',
      '1.0e21',
      '-1.7976931348623157E+308',
      '10e20',
      '0.1e23',
      '12.50',
      '-0.0',
    ])
      expect(code(`{"a":${number}}`), number).toBe('ok')
    for (const number of ['9007199254740991', '1e308', '0.1', '-0', '5e-324', '0e99'])
      expect(code(`{"a":${number}}`), number).toBe('ok')
  })

  test('B134: half a surrogate pair in a text or a key is refused', () => {
    expect(code('{"a":"\\ud83d"}')).toBe('CALL_ARGS_TEXT')
    expect(code('{"\\udc00":1}')).toBe('CALL_ARGS_TEXT')
    expect(code(`{"a":"${'\ud83d'}"}`)).toBe('CALL_ARGS_TEXT')
    expect(parseArguments('{"a":"\\ud83d\\ude00"}')).toMatchObject({ value: { a: '😀' } })
    // Halves that are a character only until the text is stored: one of them is an escape, the other is not.
    for (const split of ['\ud83d\\ude00', '\\ud83d\ude00'])
      for (const text of [`{"a":"${split}"}`, `{"${split}":1}`, JSON.stringify(`{"a":"${split}"}`)])
        expect(code(text), JSON.stringify(text)).toBe('CALL_ARGS_TEXT')
  })

  test('F5: unquoted paths and single backslashes come back with advice', () => {
    expect(code('{"files": E:\\Chat gpt\\file.md}')).toBe('CALL_ARGS_JSON')
    const parsed = parseArguments('{"path":"C:\\Users\\ada"}')
    expect(parsed).toMatchObject({ code: 'CALL_ARGS_JSON' })
    expect(parsed.kind === 'malformed' && parsed.message).toContain('use / in paths')
  })

  test('R3: whatever was read has one canonical text, which reads back as the same arguments', () => {
    const number = fc.constantFrom(2 ** 53, 2 ** 53 - 1, -0, 1e308, 5e-324, 0.1, -1e-7, 1e21)
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud83d', '\u0000', '\u202e', '\u2028', '__proto__', '😀'),
    )
    const { value } = fc.letrec<{ value: unknown }>(tie => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        number,
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(text, tie('value'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(text, value, { maxKeys: 5 }), args => {
        const parsed = parseArguments(JSON.stringify(args))
        if (parsed.kind !== 'ok') return
        const canonical = canonicalJson(parsed.value)
        expect(parseArguments(canonical)).toEqual(parsed)
        expect(JSON.parse(canonical)).toEqual(parsed.value)
      }),
      { numRuns: loops(10_000) },
    )
  }, 60_000)

  test('R13: every message is one bounded sentence or two, without control characters', () => {
    const nasty = [
      '\u0000',
      '\u202e',
      '{"\u202e',
      `{"${'k'.repeat(5000)}":1 ${'y'.repeat(5000)}`,
      '{"a":"\u0007"}',
      '{"a"\u2028:1}',
    ]
    for (const text of nasty) {
      const parsed = parseArguments(text)
      expect(parsed.kind).toBe('malformed')
      if (parsed.kind !== 'malformed') continue
      expect(parsed.message.length).toBeLessThanOrEqual(500)
      expect(parsed.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }
  })
})
