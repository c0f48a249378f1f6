import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import { dropHidden } from './drop-hidden.ts'

/** Never text of the page. */
const NO_TEXT =
  'script, style, template, noscript, iframe, object, embed, svg, canvas, audio, video, map, dialog:not([open]), input, select, button, link, meta'
/** Around the text of the page, when no article was found in it. */
const AROUND = 'nav, header, footer, aside, form'
/** An article that is less of the page than this is not what the page is about. */
const ENOUGH = 0.3

/** What a page says, as Markdown: its article when it has one, else all of it. Hidden parts are left out. */
export function htmlToMarkdown(html: string, url: string): string {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`)
  dropHidden(document)
  for (const element of document.querySelectorAll(NO_TEXT)) element.remove()
  const title = oneLine(document.querySelector('title')?.textContent ?? '')
  document.querySelector('title')?.remove()
  const all = length(document.body?.textContent)
  const article = articleOf(document)
  const content = article && length(article.textContent) >= all * ENOUGH ? article : withoutFrame(document)
  const text = markdown(content, url)
  if (text === '') return ''
  if (title === '') return text
  const [, first, rest = ''] = /^#{1,3} (.*)\n?([\s\S]*)$/.exec(text) ?? []
  return `# ${title}\n\n${first === title ? rest.trimStart() : text}`.trim()
}

/** On a copy: it takes its document apart. */
function articleOf(document: Document): HTMLElement | null {
  const copy = document.cloneNode(true) as Document
  const article = new Readability(copy, { charThreshold: 250, serializer: node => node as HTMLElement }).parse()
  return article?.content ?? null
}

function withoutFrame(document: Document): HTMLElement {
  const frame = [...document.querySelectorAll(AROUND)]
  const text = length(document.body?.textContent)
  const framed = frame.reduce((sum, element) => sum + length(element.textContent), 0)
  // A page that is nothing but a form or a list of links is still a page.
  if (framed < text * (1 - ENOUGH)) for (const element of frame) element.remove()
  return document.body
}

function markdown(content: HTMLElement, url: string): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
  })
  service.addRule('link', {
    filter: 'a',
    replacement(text, node) {
      const target = absolute((node as HTMLElement).getAttribute('href'), url)
      const shown = oneLine(text)
      return target === null || shown === '' ? text : `[${shown}](${target})`
    },
  })
  service.addRule('image', {
    filter: 'img',
    replacement(_, node) {
      const alt = oneLine((node as HTMLElement).getAttribute('alt') ?? '')
      return alt === '' ? '' : `[image: ${alt}]`
    },
  })
  service.addRule('table', {
    filter: 'tr',
    replacement: (_, node) => {
      const cells = [...(node as HTMLElement).children].map(cell => oneLine(cell.textContent ?? ''))
      return `\n| ${cells.join(' | ')} |`
    },
  })
  return service
    .turndown(content)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function absolute(href: string | null, base: string): string | null {
  if (href === null || href.startsWith('#') || !URL.canParse(href, base)) return null
  const { protocol, href: target } = new URL(href, base)
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? target : null
}

function length(text: string | null | undefined): number {
  return (text ?? '').replace(/\s+/g, ' ').trim().length
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
