import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { untilServed } from './until-served.ts'

const PAGE = `<link rel="stylesheet" href="./assets/a.css"><script type="module" src="./assets/a.js"></script>
  <link rel="modulepreload" href="./assets/b.js"><a href="https://example.org/x.js">x</a>`

function world(page: string) {
  const files: Readonly<Record<string, string>> = {
    '/index.html': page,
    '/assets/a.js': '',
    '/assets/b.js': '',
    '/assets/a.css': '',
  }
  const { file, served } = untilServed(pathname => {
    const body = files[pathname]
    const type = pathname.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/plain'
    return body === undefined ? undefined : { body: Buffer.from(body), headers: { 'content-type': type } }
  })
  const over = async () => (await Promise.race([served.then(() => 'served'), sleep(100, 'waits')])) === 'served'
  return { file, over }
}

test('7-safety 4.4: the files are the same, and it is over when the page has got every one it names', async () => {
  const { file, over } = world(PAGE)
  expect(file('/nothing.js')).toBeUndefined()
  expect(file('/assets/a.js')).toBeDefined() // before the page: nothing is known of it yet
  expect(file('/index.html')?.body.toString()).toBe(PAGE)
  for (const path of ['/assets/a.js', '/assets/a.js', '/assets/later.js', '/assets/a.css']) file(path)
  expect(await over()).toBe(false)
  expect(file('/assets/b.js')).toBeDefined()
  expect(await over()).toBe(true)
  expect(file('/index.html')?.body.toString()).toBe(PAGE)
})

test('a page that names nothing has got everything', async () => {
  const { file, over } = world('<h1>Nothing</h1>')
  file('/index.html')
  expect(await over()).toBe(true)
})
