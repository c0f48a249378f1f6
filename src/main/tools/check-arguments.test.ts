import type { JsonValue, ParameterInfo, ToolMetadata } from '@spora/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { checkArguments } from './check-arguments.ts'

const operation = (name: string) => ({
  name,
  description: '',
  enabledByDefault: true,
  requiresApprovalByDefault: true,
  discriminatorKey: 'action',
  effect: 'write' as const,
  idempotent: false,
})

function tool(parameters: readonly Partial<ParameterInfo>[], operations: readonly string[] = ['run']): ToolMetadata {
  return {
    className: 'SampleTool',
    tool: { name: 'sample', description: '', displayName: null, category: 'general', icon: null },
    operations: operations.map(operation),
    parameters: parameters.map(own => ({ name: 'v', type: 'string', description: '', ...own })) as ParameterInfo[],
    settings: [],
  }
}

/** The value and what was coerced, or the messages. */
function check(metadata: ToolMetadata, args: Record<string, JsonValue>, name = 'run') {
  const checked = checkArguments(metadata, name, args)
  return checked.ok ? [checked.value, checked.coerced] : checked.problems.map(problem => problem.message)
}

describe('arguments against the operation', () => {
  test('B109, F9: texts that are exactly a number, a boolean, a list or an object are read as such and marked', () => {
    const metadata = tool([
      { name: 'depth', type: 'integer' },
      { name: 'ratio', type: 'number' },
      { name: 'flag', type: 'boolean' },
      { name: 'tags', type: 'array', items: { type: 'string' } },
      { name: 'options', type: 'object', schema: { properties: { n: { type: 'integer' } } } },
      { name: 'text', type: 'string' },
    ])
    const sent = { depth: '3', ratio: '-1.5e3', flag: 'false', tags: '["a"]', options: '{"n":"7"}', text: '5' }
    expect(check(metadata, sent)).toEqual([
      { depth: 3, ratio: -1500, flag: false, tags: ['a'], options: { n: 7 }, text: '5' },
      ['/depth', '/ratio', '/flag', '/tags', '/options', '/options/n'],
    ])
  })

  test('W6, A2: {"item": [...]} is a list where only a list is wanted, and marked', () => {
    const items = { type: 'array', items: { type: 'integer' } }
    const list = tool([{ type: 'array', items }])
    expect(check(list, { v: { item: [['1'], { item: [2] }] } })).toEqual([{ v: [[1], [2]] }, ['/v', '/v/0/0', '/v/1']])
    for (const wrong of [{ item: [], more: 1 }, { items: [] }, { item: 'x' }, {}] as JsonValue[])
      expect(check(list, { v: wrong })).toHaveLength(1)
    const object = tool([{ type: 'object' }])
    expect(check(object, { v: { item: [1] } })).toEqual([{ v: { item: [1] } }, []])
    const either = tool([{ type: 'array', schema: { type: ['array', 'object'] } }])
    expect(check(either, { v: { item: [1] } })).toEqual([{ v: { item: [1] } }, []])
  })

  test('W6: nothing but the exact text is coerced, and never by truthiness', () => {
    for (const text of [
      'abc',
      '',
      ' 5',
      '5 ',
      '05',
      '+5',
      '5.',
      '0x5',
      '1e400',
      '9007199254740993',
      'NaN',
      '1.5',
      'null',
    ])
      expect(check(tool([{ type: 'integer' }]), { v: text }), text).toEqual([
        `"v": expected a whole number, got "${text}".`,
      ])
    for (const value of ['yes', 'True', '1', '', 1, 0, null])
      expect(check(tool([{ type: 'boolean' }]), { v: value }), String(value)).toEqual([
        `"v": expected true or false, got ${JSON.stringify(value)}.`,
      ])
    expect(check(tool([{ type: 'string' }]), { v: 5 })).toEqual(['"v": expected a text, got 5.'])
    expect(check(tool([{ type: 'object' }]), { v: '[1]' })).toEqual(['"v": expected an object, got "[1]".'])
    expect(check(tool([{ type: 'array' }]), { v: '[1,]' })).toEqual(['"v": expected a list, got "[1,]".'])
    expect(check(tool([{ type: 'object' }]), { v: '{"a":1,"a":2}' })).toEqual([
      '"v": expected an object, got "{"a":1,"a":2}".',
    ])
  })

  test('W6: null for an optional parameter means absent, for a required one it is refused', () => {
    const optional = tool([{ type: 'integer', required: false }])
    expect(check(optional, { v: null })).toEqual([{}, ['/v']])
    expect(check(tool([{ type: 'integer' }]), { v: null })).toEqual(['"v": expected a whole number, got null.'])
    const nullable = tool([{ type: 'string', required: false, schema: { type: ['string', 'null'] } }])
    expect(check(nullable, { v: null })).toEqual([{ v: null }, []])
    const nested = tool([{ type: 'object', schema: { properties: { a: { type: 'string' } }, required: [] } }])
    expect(check(nested, { v: { a: null, other: null } })).toEqual([{ v: { other: null } }, ['/v/a']])
  })

  test('W6: keys nobody declared are refused by name, with the nearest one that exists', () => {
    const metadata = tool([{ name: 'query' }, { name: 'limit', type: 'integer', required: false }])
    expect(check(metadata, { query: 'x', limt: 3 })).toEqual(['"limt": is not known here. Did you mean "limit"?'])
    expect(check(metadata, { query: 'x', zzzzzz: 3 })).toEqual([
      '"zzzzzz": is not known here. Known are "query", "limit".',
    ])
    expect(check(tool([]), { zzzzzz: 3 })).toEqual(['"zzzzzz": is not known here. Nothing is expected here.'])
  })

  test('W6: enum, bounds, formats, items and nested objects are checked; the error names path, expected and got', () => {
    const cases: [Partial<ParameterInfo>, JsonValue, string][] = [
      [{ enum: ['low', 'high'] }, 'medium', '"v": expected one of "low", "high", got "medium".'],
      [{ type: 'integer', minimum: 1, maximum: 3 }, 7, '"v": expected a number of at most 3, got 7.'],
      [{ type: 'integer', minimum: 1, maximum: 3 }, 0, '"v": expected a number of at least 1, got 0.'],
      [{ format: 'date' }, 'tomorrow', '"v": expected a date like 2025-07-25, got "tomorrow".'],
      [{ format: 'email' }, 'ada', '"v": expected an e-mail address, got "ada".'],
      [{ format: 'uri' }, 'example', '"v": expected a whole address like https://example.com/page, got "example".'],
      [{ type: 'array', items: { type: 'string' } }, ['a', 2], '"v[1]": expected a text, got 2.'],
      [
        { type: 'object', schema: { properties: { n: { type: 'integer' } }, required: ['n'] } },
        {},
        '"v.n": is required, but was not sent.',
      ],
      [
        { type: 'object', schema: { properties: { name: {} }, additionalProperties: false } },
        { nane: 1 },
        '"v.nane": is not known here. Did you mean "name"?',
      ],
      [{ schema: { type: ['integer', 'boolean'] } }, 'x', '"v": expected a whole number or true or false, got "x".'],
    ]
    for (const [parameter, value, message] of cases) expect(check(tool([parameter]), { v: value })).toEqual([message])
    expect(check(tool([{ format: 'made-up' }]), { v: 'x' })).toEqual([{ v: 'x' }, []])
  })

  test('W6: what is called like a keyword that tries branches is checked like everything else', () => {
    for (const name of ['anyOf', 'oneOf', 'not', 'contains', 'allOf', 'if', 'then', 'else', 'items', 'properties']) {
      expect(check(tool([{ name, type: 'integer' }]), { [name]: 'x' }), name).toEqual([
        `"${name}": expected a whole number, got "x".`,
      ])
      const inside = tool([{ type: 'object', schema: { properties: { [name]: { required: ['a'] } } } }])
      expect(check(inside, { v: { [name]: {} } }), name).toEqual([`"v.${name}.a": is required, but was not sent.`])
    }
  })

  test('W6: of branches that were tried, only the whole is told', () => {
    const branches = [{ type: 'integer' }, { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }]
    for (const keyword of ['anyOf', 'oneOf'])
      expect(check(tool([{ type: 'array', items: { [keyword]: branches } }]), { v: [1, {}, 'x'] }), keyword).toEqual([
        '"v[1]": expected a whole number or an object, got {}.',
        '"v[2]": expected a whole number or an object, got "x".',
      ])
    const named = tool([{ type: 'object', schema: { properties: { not: { anyOf: branches } } } }])
    expect(check(named, { v: { not: 'x' } })).toEqual(['"v.not": expected a whole number or an object, got "x".'])
    const contains = tool([{ type: 'array', items: {}, schema: { contains: { type: 'integer' } } }])
    expect(check(contains, { v: ['x'] })).toEqual(['"v": expected a value its schema allows (contains), got ["x"].'])
  })

  test('W6: every problem is reported at once, with JSON pointers and the code', () => {
    const checked = checkArguments(tool([{ name: 'a/b', type: 'integer' }, { name: 'c' }]), 'run', { 'a/b': 'x', d: 1 })
    expect(checked).toMatchObject({
      ok: false,
      problems: [
        { path: '/d', code: 'CALL_ARGS_SCHEMA' },
        { path: '/c', code: 'CALL_ARGS_SCHEMA' },
        { path: '/a~1b', code: 'CALL_ARGS_SCHEMA' },
      ],
    })
  })

  test('S4: a parameter bound to an operation is required there and optional elsewhere', () => {
    const metadata = tool([{ name: 'epoch', type: 'integer', required: ['format'] }], ['now', 'format'])
    expect(check(metadata, { action: 'now' }, 'now')).toEqual([{ action: 'now' }, []])
    expect(check(metadata, { action: 'format' }, 'format')).toEqual(['"epoch": is required, but was not sent.'])
  })

  test('R3, F3: the discriminator must name the operation that was decided, and is filled in when left out', () => {
    const metadata = tool([], ['fetch', 'delete'])
    expect(check(metadata, { action: 'delete' }, 'fetch')).toEqual(['"action": expected "fetch", got "delete".'])
    for (const args of [{}, { action: null }, { action: '' }] as Record<string, JsonValue>[])
      expect(check(metadata, args, 'delete')).toEqual([{ action: 'delete' }, []])
    expect(check(tool([]), { action: 'run' })).toEqual([{}, ['/action']])
    expect(check(tool([]), { action: 'other' })).toHaveLength(1)
  })

  test('B101: nothing sent is enough only when nothing is required', () => {
    expect(check(tool([{ required: false }]), {})).toEqual([{}, []])
    expect(check(tool([{}]), {})).toEqual(['"v": is required, but was not sent.'])
  })

  test('B080: parameters named like members of every object are missing when they were not sent', () => {
    expect(check(tool([{ name: 'toString' }, { name: 'valueOf' }]), {})).toEqual([
      '"toString": is required, but was not sent.',
      '"valueOf": is required, but was not sent.',
    ])
  })

  test('R2: a regular expression that never ends is stopped, and the call refused', () => {
    const metadata = tool([{ schema: { pattern: '^(a+)+$' } }])
    expect(check(metadata, { v: 'aaa' })).toEqual([{ v: 'aaa' }, []])
    expect(check(metadata, { v: `${'a'.repeat(60)}!` })).toMatchObject([expect.stringContaining('timed out')])
  })

  test('R6: 256 kB of unknown keys, wrong items or half-matching texts are refused in bounded time', () => {
    const keys = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, 0]))
    const many = tool(
      Array.from({ length: 50 }, (_, index) => ({ name: `parameter_number_${index}`, required: false })),
    )
    expect(check(many, keys)).toHaveLength(10)
    const items = tool([{ type: 'array', items: { type: 'integer' } }])
    expect(check(items, { v: Array.from({ length: 60_000 }, () => 'x') })).toHaveLength(10)
    expect(check(tool([{ format: 'url' }]), { v: `http://${':'.repeat(200_000)}!` })).toHaveLength(1)
  })

  test('R6: many values against many branches or many required keys take bounded time and memory', () => {
    const branches = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ type: 'object', required: [`k${index}`], properties: {} }))
    const names = Array.from({ length: 500 }, (_, index) => `k${index}`)
    const schemas = [{ anyOf: branches(200) }, { oneOf: branches(20) }, { type: 'object', required: names }]
    const before = process.memoryUsage().rss
    for (const items of schemas) {
      const zeros = check(tool([{ type: 'array', items }]), { v: Array.from({ length: 120_000 }, () => 0) })
      expect(zeros).toEqual([expect.stringContaining('"v[0]": expected an object, got 0')])
      expect(check(tool([{ type: 'array', items }]), { v: Array.from({ length: 80_000 }, () => ({})) })).toHaveLength(1)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('W6: a large value that keeps to its schema is accepted as a small one is', () => {
    const items = { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'object', required: ['k'] }] }
    const v = Array.from({ length: 60_000 }, (_, index) => (index % 3 === 0 ? { k: 1 } : index))
    expect(check(tool([{ type: 'array', items }]), { v })).toEqual([{ v }, []])
  })

  test('R13: messages are bounded and without control characters, and so is their number', () => {
    const metadata = tool([{ type: 'integer' }])
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`\u202e${'k'.repeat(400)}${index}`, 1]))
    const messages = check(metadata, { ...many, v: '\u0000'.repeat(5000) }) as string[]
    expect(messages).toHaveLength(10)
    for (const message of messages) {
      expect(message.length).toBeLessThanOrEqual(500)
      expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }
  })

  test('W6: what was accepted is accepted again unchanged, and the arguments sent are never altered', () => {
    const metadata = tool([
      { name: 'a', type: 'integer', required: false },
      { name: 'b', type: 'array', required: false, items: { type: 'number' } },
      { name: 'c', type: 'object', required: false },
      { name: 'd', type: 'boolean', required: false },
    ])
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.integer().map(String), fc.json({ maxDepth: 2 }))
    const args = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), value) as fc.Arbitrary<
      Record<string, JsonValue>
    >
    fc.assert(
      fc.property(args, sent => {
        const before = JSON.stringify(sent)
        const first = checkArguments(metadata, 'run', sent)
        expect(JSON.stringify(sent)).toBe(before)
        if (first.ok) expect(checkArguments(metadata, 'run', first.value)).toEqual({ ...first, coerced: [] })
      }),
      { numRuns: loops(5000) },
    )
  }, 60_000)
})
