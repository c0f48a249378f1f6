import fc from 'fast-check'

/** A piece of JSON text as a model may write it. `bad`: no value can stand for it, so no one may be asked about it. */
export interface Raw {
  readonly text: string
  readonly bad: boolean
}

const good = (text: string): Raw => ({ text, bad: false })
const bad = (text: string): Raw => ({ text, bad: true })
const join = (parts: readonly Raw[], text: string): Raw => ({ text, bad: parts.some(part => part.bad) })

/** Rarely, so that most of what is sent is sound although it is long. */
const rarely = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 60): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: rare, weight: 1 })

const character = rarely(
  fc.oneof(
    fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }).map(text => good(JSON.stringify(text).slice(1, -1))),
    // Unseen, reordering, composed and escaped in the ways JSON has.
    fc
      .constantFrom(
        ...[
          '\\u0000',
          '\\u202e',
          '\u202e',
          '\u200b',
          '\\ud83d\\ude00',
          '😀',
          '\\u00e9',
          'e\u0301',
          '\\/',
          '\\b',
          '\\n',
        ],
        ...['\\u0041', '\ufeff', '\u2028', '\\u007f', '\u0085', '"'.replace('"', '\\"'), '\\\\'],
      )
      .map(good),
  ),
  // None makes a whole character with its neighbour: that takes two escapes, or two halves written as they are.
  fc
    .constantFrom(
      ...['\\ud800x', '\\udc00x', '\ud800', '\\ude00\\ud83d', '\ud83d\\ude00', '\\ud83d\ude00', '\u0001', '\\x41'],
    )
    .map(bad),
)

const string = fc
  .array(character, { maxLength: 5 })
  .map(parts => join(parts, `"${parts.map(({ text }) => text).join('')}"`))

const number = rarely(
  fc.oneof(
    fc.maxSafeInteger().map(value => good(String(value))),
    // An integer that doubles cannot keep exactly has no exponent up to 1e21.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => ({
      text: JSON.stringify(value),
      bad: /^-?\d{16,}$/.test(String(value)) && !Number.isSafeInteger(value),
    })),
    fc.constantFrom('9007199254740991', '-9007199254740991', '-0', '0', '1e308', '-1E+2', '5e-324', '0.1').map(good),
  ),
  fc
    .constantFrom('9007199254740993', '1e309', '-1e400', '1e-400', '01', '+1', '.5', '1.', 'NaN', 'Infinity', '0x10')
    .map(bad),
)

const usualKey = fc.constantFrom('a', 'b', 'c', '', 'to', 'action', 'length', 'toString', 'ключ', '\\u202e', '0')
const forbiddenKey = fc.constantFrom('__proto__', 'constructor', 'prototype', '\\u005f_proto__')

interface Member {
  readonly key: string
  readonly value: Raw
}

/** Keys count as they are read, not as they are written. */
const sameKeyTwice = (keys: readonly string[]): boolean =>
  new Set(keys.map(key => JSON.parse(`"${key}"`) as string)).size < keys.length

const space = fc.constantFrom('', ' ', '\n', '\t ')

function object(value: fc.Arbitrary<Raw>): fc.Arbitrary<Raw> {
  const member: fc.Arbitrary<Member> = fc.record({
    key: rarely(usualKey, forbiddenKey),
    value,
  })
  return fc
    .tuple(
      fc.uniqueArray(member, { maxLength: 4, selector: ({ key }) => key }),
      rarely(fc.constant(false), fc.constant(true)),
      space,
    )
    .map(([members, again, blank]) => written(again && members[0] ? [...members, members[0]] : members, blank))
}

function written(members: readonly Member[], blank: string): Raw {
  const text = members.map(({ key, value }) => `${blank}"${key}"${blank}:${value.text}`).join(',')
  const keys = members.map(({ key }) => key)
  const forbidden = keys.some(key => ['__proto__', 'constructor', 'prototype'].includes(JSON.parse(`"${key}"`)))
  const wrong = forbidden || sameKeyTwice(keys) || members.some(({ value }) => value.bad)
  return { text: `{${text}${blank}}`, bad: wrong }
}

const { value } = fc.letrec<{ value: Raw }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    string,
    number,
    fc.constantFrom('true', 'false', 'null').map(good),
    fc.array(tie('value'), { maxLength: 3 }).map(items => join(items, `[${items.map(({ text }) => text).join(', ')}]`)),
    object(tie('value')),
  ),
}))

/** All arguments of one call of `relay.post`, in any order. */
export const rawArguments: fc.Arbitrary<Raw> = fc
  .tuple(
    string,
    object(value),
    fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    space,
    rarely(fc.constant(false), fc.constant(true)),
  )
  .map(([to, body, order, blank, twice]) => {
    const members = [
      { key: 'action', value: good('"post"') },
      { key: 'to', value: to },
      { key: 'body', value: body },
    ]
    const ordered = order.flatMap(at => members[at] ?? [])
    return written(twice ? [...ordered, { key: 'to', value: good('"someone else"') }] : ordered, blank)
  })
