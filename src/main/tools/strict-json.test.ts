import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { readStrictJson } from './strict-json.ts'

const LIMITS = { maxBytes: 10_000, maxDepth: 8 }

function problems(text: string) {
  const read = readStrictJson(text, LIMITS)
  return read.ok
    ? []
    : read.problems.map(problem => `${problem.kind} ${problem.line}:${problem.column} ${problem.path}`)
}

describe('strict JSON', () => {
  test('W5: reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t', '\r\n'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const read = readStrictJson(text, { maxBytes: 1e6, maxDepth: 500 })
        if (read.ok) expect(read.value).toEqual(JSON.parse(text, (_, part) => (Object.is(part, -0) ? 0 : part)))
        else for (const problem of read.problems) expect(['number', 'forbidden_key', 'text']).toContain(problem.kind)
      }),
      { numRuns: loops(10_000) },
    )
  }, 60_000)

  test('W5: refuses what JSON.parse refuses, whatever the text', () => {
    const tokens = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"a"',
        '"b"',
        '1',
        '-',
        '01',
        '.5',
        '1.',
        '1e',
        'true',
        'nul',
        ' ',
        '\n',
        '//',
        '/**/',
      ],
      ...["'a'", '"\\x"', '"\\u12"', '"\t"', '"\u0000"', '\u00a0', '\ufeff', 'NaN', 'Infinity', '+1', '0x1', '"'],
    )
    fc.assert(
      fc.property(fc.array(tokens, { maxLength: 9 }), parts => {
        const text = parts.join('')
        const read = readStrictJson(text, LIMITS)
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        const syntax = !read.ok && read.problems.some(problem => problem.kind === 'syntax')
        expect(syntax, text).toBe(!valid)
      }),
      { numRuns: loops(20_000) },
    )
  }, 60_000)

  test('names every problem with its line, column and path', () => {
    expect(problems('{\n  "a": 1,\n  "a": 2,\n  "b": {"__proto__": 1, "c": [1e400]}\n}')).toEqual([
      'duplicate_key 3:3 ',
      'forbidden_key 4:9 /b',
      'number 4:31 /b/c/0',
    ])
    expect(problems('{"a" 1}')).toEqual(['syntax 1:6 '])
    expect(problems('{"a": 1,}')).toEqual(['syntax 1:9 '])
    expect(problems('[1 2]')).toEqual(['syntax 1:4 '])
    expect(problems('{"a": 1} x')).toEqual(['syntax 1:10 '])
    expect(problems('// note\n{}')).toEqual(['syntax 1:1 '])
    expect(problems('')).toEqual(['syntax 1:1 '])
  })

  test('a key that differs only by its escapes is the same key', () => {
    expect(problems('{"a":1,"\\u0061":2}')).toEqual(['duplicate_key 1:8 '])
    expect(problems('{"__prot\\u006f__":1}')).toEqual(['forbidden_key 1:2 '])
  })

  test('limits: size and depth end the reading at once', () => {
    expect(problems(`"${'x'.repeat(20_000)}"`)).toEqual(['too_large 1:1 '])
    expect(problems(`"${'ä'.repeat(6000)}"`)).toEqual(['too_large 1:1 '])
    expect(problems(`${'['.repeat(9)}${']'.repeat(9)}`)).toEqual(['too_deep 1:9 /0/0/0/0/0/0/0/0'])
    expect(readStrictJson(`${'['.repeat(8)}${']'.repeat(8)}`, LIMITS).ok).toBe(true)
    expect(problems(`[${'{"a":1,"a":2},'.repeat(100)}0]`)).toHaveLength(20)
  })

  test('messages stay short and show no raw control or bidi character', () => {
    const key = `"${'\\u202e'.repeat(3000)}"`
    const read = readStrictJson(`{${key}:1,${key}:1}`, { maxBytes: 1e6, maxDepth: 8 })
    expect(read.ok).toBe(false)
    if (read.ok) return
    expect(read.problems[0].message.length).toBeLessThanOrEqual(1000)
    expect(read.problems[0].message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})
