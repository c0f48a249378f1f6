import { expect, test } from 'vitest'
import { showUnseen } from './show-unseen.ts'

type Tree = Parameters<ReturnType<typeof showUnseen>>[0]

const text = (value: string) => ({ type: 'text', value })
const element = (...children: Tree[]): Tree => ({ type: 'element', tagName: 'p', children })

test('R11: unseen characters get their names at any depth, also inside code', () => {
  const tree: Tree = { type: 'root', children: [element(text('user\u202egnp.exe'), element(text('a\u200bb')))] }
  showUnseen()(tree)
  const named = (name: string) => ({
    type: 'element',
    tagName: 'span',
    properties: { className: ['unseen'] },
    children: [text(name)],
  })
  expect(tree.children?.[0]).toEqual(
    element(text('user'), named('U+202E'), text('gnp.exe'), element(text('a'), named('U+200B'), text('b'))),
  )
})

test('a text without them, and an emoji of several parts, stay whole', () => {
  const tree: Tree = { type: 'root', children: [element(text('👩‍💻 plain\nlines'))] }
  showUnseen()(tree)
  expect(tree.children?.[0]).toEqual(element(text('👩‍💻 plain\nlines')))
})
