import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { qualifiedName } from './create-registered-tool.ts'
import { wireNames } from './wire-names.ts'

const WIRE = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

test('W1, D4: core tools keep their name, plugin tools have their slug; on the wire the colon becomes __', () => {
  expect(qualifiedName(null, 'time')).toBe('time')
  expect(qualifiedName('acme-search', 'web_search')).toBe('acme-search:web_search')
  const names = wireNames(['time', 'acme-search:web_search'])
  expect(names.wire('time')).toBe('time')
  expect(names.wire('acme-search:web_search')).toBe('acme-search__web_search')
  expect(names.canonical('acme-search__web_search')).toBe('acme-search:web_search')
})

test.each([
  'TIME',
  'time ',
  ' time',
  'ti\u200bme',
  'acme:time',
  ':time',
  'time:',
  '',
  'toString',
  '__proto__',
  'functions.time',
])('W2, B111, B114: %j was not offered and resolves to nothing', invented => {
  expect(wireNames(['time', 'acme-search:web_search']).canonical(invented)).toBeUndefined()
})

test('W2: a tool that was not among the names has none', () => {
  expect(() => wireNames(['time']).wire('calculator')).toThrow(/calculator/)
})

test.each([
  ['D1', 'calendar.respondToEvent'],
  ['D2', 'files/read file'],
  ['D2', 'a:b:c'],
  ['W2', 'größe:名前'],
  ['W2', ''],
  ['W3', '3d-tools:print'],
  ['W3', '-x'],
])('%s: %j becomes a name every provider takes', (_id, name) => {
  expect(wireNames([name]).wire(name)).toMatch(WIRE)
})

test('D5, D6: two long names that differ only at the end, or only in the middle, stay two and readable', () => {
  const base = 'confluence_page_with_attachments_and_permissions_for_everybody_in_the_space'
  const list = [`acme:create_${base}`, `acme:delete_${base}`, `acme:${base}_create`, `acme:${base}_delete`]
  const names = wireNames(list)
  const wires = list.map(name => names.wire(name))
  expect(new Set(wires).size).toBe(4)
  for (const wire of wires) expect(wire).toMatch(WIRE)
  expect(wires[1]).toMatch(/^acme__delete_confluence.*_[0-9a-f]{8}$/)
  expect(wires[3]).toMatch(/delete_[0-9a-f]{8}$/)
})

test('W3: a name that begins with a digit, which Gemini refuses, begins with _ instead and stays readable', () => {
  expect(wireNames(['3d-tools:print']).wire('3d-tools:print')).toMatch(/^_3d-tools__print_[0-9a-f]{8}$/)
})

test('D9: a long slug takes at most 24 characters of a shortened name', () => {
  const name = `${'s'.repeat(40)}:${'n'.repeat(60)}`
  expect(wireNames([name]).wire(name)).toMatch(/^s{24}__n+_[0-9a-f]{8}$/)
})

test('B072, D8: one bare name in the core and two plugins gives three tools', () => {
  const list = ['search', 'acme:search', 'beta:search']
  const names = wireNames(list)
  expect(list.map(name => names.canonical(names.wire(name)))).toEqual(list)
})

test('B074: slugs and names whose naive joins collide do not', () => {
  const list = ['a_b:c', 'a:b_c', 'a__b:c', 'a:b__c', 'a:_b__c', 'a_:b__c', 'a__b__c', 'a__b_c']
  const names = wireNames(list)
  expect(new Set(list.map(name => names.wire(name))).size).toBe(list.length)
  expect(list.map(name => names.canonical(names.wire(name)))).toEqual(list)
})

test('W2: a name depends neither on the order of the tools nor, unless they collide, on the others', () => {
  const list = ['a:b__c', 'time', 'a__b:c', 'x:y']
  const [forward, backward] = [wireNames(list), wireNames([...list].reverse())]
  for (const name of list) expect(forward.wire(name)).toBe(backward.wire(name))
  expect(wireNames(['x:y']).wire('x:y')).toBe(forward.wire('x:y'))
})

test('B074, W2: for any slugs and names: valid, injective, reversible', () => {
  // A small alphabet with the joining characters in it makes collisions of naive joins common.
  const slug = fc.stringMatching(/^[a0][a_-]{0,5}$/)
  const tool = fc.stringMatching(/^a[a_]{0,5}$/)
  const long = fc.tuple(fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,39}$/), fc.stringMatching(/^[a-z][a-z0-9_]{0,99}$/))
  const name = fc.oneof(
    tool,
    fc.tuple(slug, tool).map(([s, t]) => `${s}:${t}`),
    fc.tuple(slug, tool).map(([s, t]) => `${s}__${t}`),
    long.map(([s, t]) => `${s}:${t}`),
    fc.string({ maxLength: 80 }),
  )
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 40 }), list => {
      const names = wireNames(list)
      const wires = list.map(item => names.wire(item))
      for (const wire of wires) if (!WIRE.test(wire)) throw new Error(`not a wire name: ${wire}`)
      if (new Set(wires).size !== list.length) throw new Error('two tools share a name')
      for (const [index, wire] of wires.entries())
        if (names.canonical(wire) !== list[index]) throw new Error('not reversible')
    }),
    { numRuns: loops(10_000) },
  )
}, 120_000)
