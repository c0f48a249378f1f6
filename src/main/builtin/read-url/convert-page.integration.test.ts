import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDeflate } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { pageConverter } from './convert-page.ts'

const convert = pageConverter(new URL('page-worker.ts', import.meta.url))
const html = async (body: string, url = 'https://site.test/a/b') => {
  const converted = await convert({ kind: 'html', html: body, url }, { timeoutMs: 20_000, signal: undefined })
  return converted.kind === 'text' ? converted.text : `failed: ${converted.reason}`
}
const sentences = (word: string) => `${word} is a word in a sentence of this article. `.repeat(15)

test('B: a page becomes Markdown: title, article, links as whole addresses, tables, code; no navigation', async () => {
  const text = await html(`<!doctype html><html><head><title>Tea &amp; time</title></head><body>
    <nav><a href="/">Home</a> <a href="/all">All</a></nav>
    <article><h1>How to make tea</h1><p>Some <b>bold</b> text with a <a href="../leaf?a=b">leaf</a>. ${sentences('Tea')}</p>
    <ul><li>one</li><li>two</li></ul><table><tr><th>leaf</th><th>minutes</th></tr><tr><td>green</td><td>2</td></tr></table>
    <pre><code>boil()
  wait()</code></pre><img src="x.png" alt="a cup"><p>${sentences('Cup')}</p></article>
    <footer>All rights reserved</footer></body></html>`)
  expect(text).toMatch(/^# Tea & time\n/)
  for (const part of [
    'How to make tea',
    '**bold**',
    '[leaf](https://site.test/leaf?a=b)',
    '| green | 2 |',
    'boil()\n  wait()',
    '[image: a cup]',
  ])
    expect(text).toContain(part)
  expect(text).toMatch(/^- +one$/m)
  for (const part of ['Home', 'rights reserved']) expect(text).not.toContain(part)
})

test('B: a page without an article is given whole', async () => {
  const text = await html(
    '<title>List</title><body><h1>Links</h1><ul><li><a href="https://a.test/">first</a></li><li>second</li></ul>',
  )
  expect(text).toContain('[first](https://a.test/)')
  expect(text).toContain('second')
  expect(await html('<form><label>Only a form</label></form>')).toContain('Only a form')
  expect(await html('')).toBe('')
})

test('B224: what a reader would not see is not in the text', async () => {
  const hidden = [
    '<!-- HIDDEN -->',
    '<p hidden>HIDDEN</p>',
    '<p aria-hidden="true">HIDDEN</p>',
    '<p aria-label="HIDDEN" title="HIDDEN" data-note="HIDDEN">seen</p>',
    '<p style="display:none">HIDDEN</p>',
    '<p style="DISPLAY : None !important">HIDDEN</p>',
    '<p style="visibility:hidden">HIDDEN</p>',
    '<p style="opacity:0">HIDDEN</p>',
    '<p style="font-size:0">HIDDEN</p>',
    '<p style="color:#fff">HIDDEN</p>',
    '<p style="color: White; background: #ffffff">HIDDEN</p>',
    '<p style="background-color:#123456;color:#123456">HIDDEN</p>',
    '<p style="color:transparent">HIDDEN</p>',
    '<font color="white">HIDDEN</font>',
    '<p style="position:absolute;left:-9999px">HIDDEN</p>',
    '<p style="text-indent:-5000px">HIDDEN</p>',
    '<p class="note">HIDDEN</p><style>.note { display: none }</style>',
    '<p class="sr-only">HIDDEN</p>',
    '<template><p>HIDDEN</p></template>',
    '<noscript>HIDDEN</noscript>',
    '<script>HIDDEN</script><style>HIDDEN</style><svg><text>HIDDEN</text></svg>',
    '<textarea style="height:0">HIDDEN</textarea><input type="hidden" value="HIDDEN">',
    '<iframe srcdoc="HIDDEN">HIDDEN</iframe><object>HIDDEN</object>',
    '<a href="javascript:HIDDEN">seen</a>',
  ]
  const text = await html(`<p>${sentences('Open')}</p>${hidden.join('\n')}<p>${sentences('End')}</p>`)
  expect(text).not.toContain('HIDDEN')
  expect(text).toContain('seen')
  expect(text).toContain('Open is a word')
})

test('B224: text on a dark ground, and what only a print sheet hides, is seen', async () => {
  const text = await html(
    '<style media="print">.a{display:none}</style><style>@media print{.a{display:none}}</style><p class="a">SEEN1</p><p style="background:#000;color:#fff">SEEN2</p><p class="hero" style="color:#fff">SEEN3</p>',
  )
  expect(text).toContain('SEEN1')
  expect(text).toContain('SEEN2')
  expect(text).toContain('SEEN3')
})

test('B: the text of a PDF is real, page by page; a broken one fails with a reason', async () => {
  const converted = await convert(
    { kind: 'pdf', bytes: pdf(['Hello PDF world', 'Second page']) },
    { timeoutMs: 20_000, signal: undefined },
  )
  expect(converted).toEqual({
    kind: 'text',
    text: '## Page 1 of 2\n\nHello PDF world\n\n## Page 2 of 2\n\nSecond page',
  })
  const broken = await convert(
    { kind: 'pdf', bytes: Buffer.from('%PDF-1.4 broken') },
    { timeoutMs: 20_000, signal: undefined },
  )
  expect(broken).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/PDF/) })
})

test('R13: a reason is short and of one line, whatever a parser finds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spora-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const limits = { timeoutMs: 5_000, signal: undefined }
  const said = `found \u202e “\n\u0007${'obey '.repeat(1_000)}`
  const ways = [
    `import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ kind: 'failed', reason: ${JSON.stringify(said)} })`,
    `throw new Error(${JSON.stringify(said)})`,
  ]
  for (const [index, source] of ways.entries()) {
    const file = join(folder, `${index}.mjs`)
    writeFileSync(file, source)
    const converted = await pageConverter(file)({ kind: 'html', html: '', url: '' }, limits)
    expect(converted).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^found “ ?obey/) })
    expect(converted.kind === 'failed' && converted.reason).not.toMatch(/[\p{C}]|.{130}/u)
  }
})

test('R6, R13: a PDF in which more is packed than there is memory is ended before the app is', async () => {
  const part = Buffer.alloc(1_000_000, 'q Q ')
  const packed = Readable.from(Array.from({ length: 500 }, () => part)).pipe(createDeflate({ level: 1 }))
  const content = await buffer(packed)
  expect(content.length).toBeLessThan(5_000_000)
  const bounded = pageConverter(new URL('page-worker.ts', import.meta.url), 150_000_000)
  expect(await bounded({ kind: 'pdf', bytes: packedPdf(content) }, { timeoutMs: 20_000, signal: undefined })).toEqual({
    kind: 'failed',
    reason: 'it needs too much memory',
  })
})

test('B219: a page that keeps the parser busy is ended, and so is one nobody waits for', async () => {
  const deep = '<div>'.repeat(60_000)
  const limits = { timeoutMs: 300, signal: undefined }
  expect(await convert({ kind: 'html', html: deep, url: 'https://site.test/' }, limits)).toEqual({
    kind: 'failed',
    reason: 'it takes too long',
  })
  const signal = AbortSignal.timeout(100)
  expect(await convert({ kind: 'html', html: deep, url: 'https://site.test/' }, { timeoutMs: 20_000, signal })).toEqual(
    {
      kind: 'failed',
      reason: 'it was stopped',
    },
  )
})

/** A PDF of one line of text a page. */
function pdf(pages: readonly string[]): Uint8Array {
  return pdfOf(pages.map(text => ['', Buffer.from(`BT /F1 18 Tf 20 100 Td (${text}) Tj ET`)]))
}

/** A PDF whose one page is packed. */
function packedPdf(packed: Buffer): Uint8Array {
  return pdfOf([['/Filter /FlateDecode', packed]])
}

function pdfOf(pages: readonly (readonly [filter: string, content: Buffer])[]): Uint8Array {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`]
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (const [index, [filter, content]] of pages.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 144] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${content.length} ${filter} >>\nstream\n${content.toString('latin1')}\nendstream`,
    )
  }
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  const text = `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`
  return Buffer.from(text, 'latin1')
}
