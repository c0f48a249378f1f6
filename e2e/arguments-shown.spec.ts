import { createHash } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { humanize } from '../src/renderer/calls/humanize.ts'
import { choiceLabels } from '../src/renderer/schema-form/choice-labels.ts'
import { hiddenPart } from '../src/renderer/schema-form/form-layout.ts'
import type { CallView } from '../src/shared/contract/calls.ts'
import { loops } from '../test/loops.ts'
import { startOpenAIServer } from '../test/model-servers/openai-server.ts'
import { manifest, pluginFolder, pluginSource } from './support/plugin-folder.ts'
import { openServed, type ServedPage } from './support/serve-page.ts'
import { test } from './support/test.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 900, height: 600 },
]
const MODES = ['read_only', 'full_access']
const COLOURS = ['light_red', 'light red', 'green', 'blue', 'violet', 'something else entirely']
const OPERATIONS = ['print_out', 'shred']

/** One parameter of every kind a form knows. */
const PRINTER = `{
  name: 'printer',
  displayName: 'Printer',
  description: 'Prints.',
  operations: {
    print_out: {
      description: 'Prints one page.',
      parameters: {
        title: { type: 'string', description: 'What stands above it.' },
        day: { type: 'string', format: 'date', description: 'The day.', required: false },
        at: { type: 'string', format: 'date-time', description: 'The moment.', required: false },
        link: { type: 'string', format: 'uri', description: 'An address.', required: false },
        copies: { type: 'integer', description: 'How many.', required: false },
        scale: { type: 'number', description: 'How large.', required: false },
        both_sides: { type: 'boolean', description: 'On both sides.', required: false },
        mode: { type: 'string', enum: ${JSON.stringify(MODES)}, description: 'How.', required: false },
        colour: { type: 'string', enum: ${JSON.stringify(COLOURS)}, description: 'In which.', required: false },
        words: { type: 'array', items: { type: 'string' }, description: 'Words.', required: false },
        numbers: { type: 'array', items: { type: 'number' }, description: 'Numbers.', required: false },
        rest: { type: 'object', description: 'Anything.', required: false },
        list: { type: 'array', description: 'Anything, several times.', required: false },
      },
      describe: () => 'Print a page',
      execute: () => ToolResult.ok('Printed.'),
    },
    shred: { description: 'Shreds all.', describe: () => 'Shred', execute: () => ToolResult.ok('Shredded.') },
  },
}`

const tricky = fc.constantFrom(
  ...[
    '\u202egpj.exe',
    '\u0000',
    '\r\n',
    '\r',
    '\n',
    '\t',
    ' ',
    '\u200b',
    '\ufeff',
    '\u{e0041}',
    '👨‍👩‍👧',
    'e\u0301',
    '\u00ad',
    'U+202E',
  ],
  ...['<b>x</b>', '&amp;', '…', '"quoted"', '\\u202e', '`code`', '**bold**', 'שלום', '–'],
)
const text = fc
  .array(fc.oneof(tricky, fc.string({ unit: 'grapheme', maxLength: 12 })), { maxLength: 6 })
  .map(parts => parts.join(''))
const longText = fc
  .tuple(fc.string({ unit: 'grapheme-ascii', minLength: 40, maxLength: 60 }), fc.integer({ min: 1, max: 30 }))
  .map(([piece, times]) => piece.repeat(times))
/** What no one is asked about (T-APPR-01) is no case here: integers that are not exact, names of JavaScript's own. */
const exact = (each: unknown): unknown =>
  JSON.parse(JSON.stringify(each), (_key, item) => (Number.isInteger(item) && !Number.isSafeInteger(item) ? 0 : item))
const value = fc
  .jsonValue({ stringUnit: 'grapheme', maxDepth: 3 })
  .filter(each => !/__proto__|constructor|prototype/.test(JSON.stringify(each)))
  .map(exact)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const safe = fc.double({ noNaN: true, noDefaultInfinity: true }).map(exact)

const anyArguments = fc.record({
  action: fc.constant('print_out'),
  title: fc.oneof({ arbitrary: text, weight: 3 }, { arbitrary: longText, weight: 1 }),
  day: maybe(fc.constantFrom('2026-02-28', '2024-02-29', '9999-12-31', '0001-01-01')),
  at: maybe(fc.constantFrom('2026-12-09T09:30:00Z', '2026-12-09T09:30:00.123+02:00')),
  link: maybe(fc.webUrl({ withFragments: true, withQueryParameters: true })),
  copies: maybe(fc.maxSafeInteger()),
  scale: maybe(safe),
  both_sides: maybe(fc.boolean()),
  mode: maybe(fc.constantFrom(...MODES)),
  colour: maybe(fc.constantFrom(...COLOURS)),
  words: maybe(fc.array(text, { maxLength: 16 })),
  numbers: maybe(fc.array(safe, { maxLength: 16 })),
  rest: maybe(fc.dictionary(fc.constantFrom('a', 'b c', 'ключ', '\u202e', 'x/y~z'), value, { maxKeys: 3 })),
  list: maybe(fc.array(value, { maxLength: 4 })),
})

/** Each of these takes more room than it seems. */
const unseen = '\u202e\u00ad\u{e0041}\u200b '.repeat(5)
const UNSEEN = {
  action: 'print_out',
  title: unseen,
  words: [unseen, `a ${unseen}`],
  rest: { a: unseen },
  list: [unseen],
}

/** What the card shows of one parameter. */
interface Shown {
  readonly key: string
  readonly control: 'json' | 'text' | 'number' | 'switch' | 'choice' | 'list'
  readonly text: string
  readonly items: readonly string[]
  /** Something of it lies outside of what can be seen. */
  readonly cut: boolean
}

/** Reads the form of a card from the page, and takes our marks of unseen characters for what they stand for. */
const readForm = (card: Locator) =>
  card.locator('.form-row[data-key]').evaluateAll(rows => {
    const plain = (element: Element): string =>
      [...element.childNodes]
        .map(node => {
          if (!(node instanceof Element)) return node.textContent ?? ''
          if (node.classList.contains('unseen'))
            return String.fromCodePoint(Number.parseInt((node.textContent ?? '').slice(2), 16))
          return node.tagName === 'BUTTON' ? '' : plain(node)
        })
        .join('')
    const isCut = (element: Element | null) =>
      element !== null &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    return rows.map((row): Shown => {
      const find = (selector: string) => row.querySelector<HTMLInputElement>(`.form-value ${selector}`)
      const key = (row as HTMLElement).dataset.key ?? ''
      const of = (control: Shown['control'], text: string, element: Element | null, items: string[] = []): Shown => ({
        key,
        control,
        text,
        items,
        cut: isCut(element),
      })
      const json = find('.json-text')
      if (json) return of('json', json.value, json)
      const list = find('.tags')
      if (list) return of('list', '', list, [...list.querySelectorAll('.tag')].map(plain))
      const number = find('[role=spinbutton]')
      if (number) return of('number', number.value, number)
      const toggle = find('[role=switch]')
      if (toggle) return of('switch', toggle.getAttribute('aria-checked') ?? '', null)
      const radio = find('[role=radio][aria-checked=true]')
      if (radio) return of('choice', plain(radio), radio)
      const select = find('[role=combobox]')
      if (select) return of('choice', plain(select), select)
      const whole = find('.as-it-is')
      const field = find('textarea, input')
      return of('text', whole ? plain(whole) : (field?.value ?? ''), whole ?? field)
    })
  })

const LISTS_OF_TEXT = ['words']

/** The arguments as a person reads them from the card. */
function asRead(operation: string, form: readonly Shown[]): unknown {
  const labelled = (labels: readonly string[], label: (choice: string) => string, shown: string) => {
    const meant = labels.filter(choice => label(choice) === shown)
    expect([shown, meant.length]).toEqual([shown, 1])
    return meant[0]
  }
  const read: Record<Shown['control'], (shown: Shown) => unknown> = {
    json: ({ text }) => JSON.parse(text),
    number: ({ text }) => Number(text),
    switch: ({ text }) => text === 'true',
    choice: ({ key, text }) => {
      const choices = key === 'mode' ? MODES : COLOURS
      return labelled(choices, choiceLabels(choices), text)
    },
    list: ({ key, items }) => items.map(item => (LISTS_OF_TEXT.includes(key) ? item : JSON.parse(item))),
    text: ({ text }) => text,
  }
  const values = form.map(shown => [shown.key, read[shown.control](shown)])
  return { action: labelled(OPERATIONS, humanize, operation), ...Object.fromEntries(values) }
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Every folded value says how much more there is; until all are opened, nothing can be approved. */
async function openFolded(card: Locator, shown: CallView): Promise<number> {
  const folded = Object.entries(shown.arguments as object).filter(([, value]) => hiddenPart(value) > 0)
  await expect(card.locator('.folded')).toHaveCount(folded.length)
  for (const [key, value] of folded) {
    await expect(card.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
    const row = card.locator(`.form-row[data-key="${key}"] .folded`)
    const more = row.getByRole('button', { name: /more (characters|items)/ })
    expect(((await more.textContent()) ?? '').replaceAll(/\D/g, '')).toBe(String(hiddenPart(value)))
    await more.click()
  }
  return folded.length
}

interface Printer extends ServedPage {
  /** Begins a chat whose first answer holds so many calls, and waits for them. */
  ask(count: number): Promise<CallView[]>
  /** A window of each size. */
  readonly pages: readonly Page[]
}

async function printer(turns: object[][]): Promise<Printer> {
  const server = await startOpenAIServer(() => {
    const calls = turns.shift()
    return calls ? { calls: calls.map(args => ({ name: 'office__printer', arguments: args })) } : { text: 'Done.' }
  })
  const app = await openServed()
  const { rest } = app
  const pages: Page[] = []
  for (const size of SIZES) {
    const page = await app.stranger()
    await page.setViewportSize(size)
    await page.goto(app.served.address)
    pages.push(page)
  }
  const settings = { base_url: server.baseUrl, model: 'scripted-model' }
  await rest('POST', '/models', { name: 'Scripted', driver: 'openai_compatible', settings, is_default: true })
  const path = pluginFolder({ 'plugin.json': manifest('office', 'Office'), 'index.mjs': pluginSource([PRINTER]) })
  const review = await rest<{ candidate_id: string; digest: string }>('POST', '/plugins/choose', { path })
  const { candidate_id, digest } = review
  await rest('POST', '/plugins', { candidate_id, digest, mode: 'link' })
  const agent = await rest<{ id: number }>('POST', '/agents', { name: 'Ada' })
  await rest('POST', `/agents/${agent.id}/tools`, { tool_class: 'office/PrinterTool', enabled: true })
  return {
    ...app,
    pages,
    async ask(count) {
      await rest('POST', '/tasks', { agent_id: agent.id, prompt: `Print ${count}` })
      const pending = () => rest<CallView[]>('GET', '/calls/pending')
      await expect.poll(async () => (await pending()).length).toBe(count)
      return pending()
    },
    async close() {
      await app.close()
      await server.close()
    },
  }
}

const openCall = async (page: Page, { id, args_sha256 }: CallView): Promise<Locator> => {
  await page.evaluate(hash => {
    location.hash = hash
  }, `/approvals/${id}`)
  await expect(page.locator(`code[title="${args_sha256}"]`)).toBeVisible()
  return page.getByRole('article', { name: /Call \d+ of \d+: Printer/ })
}

test('T-APPR-07: what the card shows, read back, hashes to what is decided; long values are opened before that', async () => {
  test.setTimeout(600_000)
  const seed = Math.floor(Math.random() * 2 ** 31)
  const sets = [UNSEEN, ...fc.sample(anyArguments, { numRuns: loops(200), seed })]
  const turns = Array.from({ length: Math.ceil(sets.length / 20) }, (_, at) => sets.slice(at * 20, (at + 1) * 20))
  const app = await printer(turns.map(turn => turn.map(args => JSON.parse(JSON.stringify(args)))))
  const count = { shown: 0, folded: 0 }
  for (const { length } of [...turns]) {
    const pending = await app.ask(length)
    const readBack = async (page: Page, call: CallView) => {
      const card = await openCall(page, call)
      const folded = await openFolded(card, call)
      count.folded += folded
      const operation = (await card.locator('header .muted').first().textContent()) ?? ''
      const form = await readForm(card)
      const read = canonicalize(asRead(operation, form))
      expect([seed, read]).toEqual([seed, canonicalize(call.arguments)])
      expect(sha256(read ?? '')).toBe(call.args_sha256)
      expect([seed, form.filter(({ cut }) => cut)]).toEqual([seed, []])
      const approve = card.getByRole('button', { name: 'Approve', exact: true })
      await expect.poll(() => approve.isEnabled(), { intervals: [20] }).toBe(true)
      count.shown++
    }
    // Half of them in each window, at the same time.
    await Promise.all(
      app.pages.map(async (page, at) => {
        for (const call of pending.filter((_, index) => index % app.pages.length === at)) await readBack(page, call)
      }),
    )
    for (const { task_id } of pending.slice(0, 1)) await app.rest('POST', `/tasks/${task_id}/abort`)
    await expect.poll(() => app.rest('GET', '/calls/pending')).toEqual([])
  }
  console.log(
    `T-APPR-07: ${count.shown} sets of arguments read back from the page, ${count.folded} long values opened (seed ${seed})`,
  )
  expect(count.shown).toBe(sets.length)
  await app.close()
})
