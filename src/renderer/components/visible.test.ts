import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visible } from './visible.ts'

const hidden = (text: string) =>
  visible(text)
    .filter(part => part.hidden)
    .map(part => part.text)

test('characters that change how text reads without being seen are named', () => {
  expect(visible('invoice\u202e-118.pdf')).toEqual([
    { text: 'invoice', hidden: false },
    { text: 'U+202E', hidden: true },
    { text: '-118.pdf', hidden: false },
  ])
  expect(hidden('a\u200bb\u0000c\u{e0041}d\ufeff')).toEqual(['U+200B', 'U+0000', 'U+E0041', 'U+FEFF'])
  expect(hidden('a\ufe01b\u{e0100}c\ue000d\u{1d173}e\u3164')).toEqual([
    'U+FE01',
    'U+E0100',
    'U+E000',
    'U+1D173',
    'U+3164',
  ])
})

test('ordinary text, line breaks and emoji stay as they are', () => {
  for (const text of ['Grüße, 東京, שלום\n\tok', 'عدد \u0600١', 'A family 👨‍👩‍👧 and a ❤️'])
    expect(hidden(text)).toEqual([])
})

test('nothing of the text is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const back = visible(text)
        .map(part => (part.hidden ? String.fromCodePoint(Number.parseInt(part.text.slice(2), 16)) : part.text))
        .join('')
      expect(back).toBe(text)
    }),
  )
})
