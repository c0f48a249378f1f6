import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { expect, test } from 'vitest'
import { isTooHard } from './too-hard.ts'

const nested = (depth: number) => Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')
const times = (text: string, count: number) => text.repeat(count)

test.each([
  ['quotes', times('>', 20_000)],
  ['quotes with gaps', times('> ', 5_000)],
  ['lists in one line', times('- ', 3_000)],
  ['numbered lists in one line', times('1. ', 3_000)],
  ['lists under each other', nested(400)],
  ['emphasis in emphasis', times('*a ', 3_000) + times('b*', 3_000)],
  ['links that do not end', times('[a](', 20_000)],
  ['emphasis that does not end', times('a**b', 20_000)],
  ['tildes', times('a~b', 20_000)],
  ['backticks', times('`a``b', 20_000)],
  ['a very wide table', `${times('|a', 2_000)}|\n${times('|-', 2_000)}|\n${times('|a', 2_000)}|`],
  ['a thousand lines of one paragraph', times('[a](b **c\n', 2_000)],
])('R6: %s are not read as Markdown', (_what, text) => {
  expect(isTooHard(text)).toBe(true)
})

test.each([
  ['words', times('Some ordinary words, **bold** now and then. ', 200)],
  ['many paragraphs', times('A [link](https://example.com), `code` and *more*.\n\n', 100)],
  ['a long list', times('- one **thing**\n', 100)],
  ['a table of a hundred rows', `|a|b|c|\n|-|-|-|\n${times('|1|2|3|\n', 100)}`],
  ['ten levels', nested(10)],
  ['a rule and a long line of dashes', `---\n${times('-', 5_000)}\n${times('=', 5_000)}`],
  ['much code', `\`\`\`json\n${times('{"user_id": [1, 2], "a_b": "*"}\n', 2_000)}\`\`\``],
  ['code that is far in', `\`\`\`\n${times(' ', 120)}x\n\`\`\``],
])('R6: %s are', (_what, text) => {
  expect(isTooHard(text)).toBe(false)
  const element = createElement(ReactMarkdown, { remarkPlugins: [remarkGfm], skipHtml: true }, text)
  expect(renderToStaticMarkup(element)).toContain('<')
})
