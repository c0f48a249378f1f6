import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseLook } from '../../shared/look.ts'
import { contentSecurityPolicy, rendererFiles, type ServedFile } from './renderer-files.ts'

let folder: string
let file: (pathname: string) => ServedFile | undefined
beforeAll(() => {
  const root = mkdtempSync(join(tmpdir(), 'spora-files-'))
  folder = join(root, 'renderer')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(root, 'secret.js'), 'outside')
  const page = readFileSync(join(import.meta.dirname, '../../renderer/index.html'), 'utf8')
  writeFileSync(join(folder, 'index.html'), page)
  for (const name of ['icon.svg', 'assets/index-1a2b.js', 'assets/index-1a2b.css', 'assets/a.woff2', 'assets/a.png'])
    writeFileSync(join(folder, name), name)
  for (const name of ['notes.txt', 'data.json', '.env', 'assets/index-1a2b.js.map', 'Makefile'])
    writeFileSync(join(folder, name), 'not for the page')
  if (process.platform !== 'win32') symlinkSync('../secret.js', join(folder, 'later.js.link'))
  file = rendererFiles(folder)
  writeFileSync(join(folder, 'assets/new.js'), 'written after the start')
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const LISTED: readonly [string, string][] = [
  ['/', 'text/html; charset=utf-8'],
  ['/index.html', 'text/html; charset=utf-8'],
  ['/icon.svg', 'image/svg+xml'],
  ['/assets/index-1a2b.js', 'text/javascript; charset=utf-8'],
  ['/assets/index-1a2b.css', 'text/css; charset=utf-8'],
  ['/assets/a.woff2', 'font/woff2'],
  ['/assets/a.png', 'image/png'],
]

const HOSTILE = [
  '',
  '.',
  '..',
  '/.',
  '/..',
  '//',
  '///index.html',
  '//index.html',
  '/./index.html',
  '/../index.html',
  '/../secret.js',
  '/../../secret.js',
  '/assets/../index.html',
  '/assets/../../secret.js',
  '/assets/..%2f..%2fsecret.js',
  '/assets/..%5c..%5csecret.js',
  '/assets\\..\\..\\secret.js',
  '/%2e%2e/secret.js',
  '/%2E%2E%2Fsecret.js',
  '/%252e%252e/secret.js',
  '/..%c0%afsecret.js',
  '/..%ef%bc%8fsecret.js',
  '/．．/secret.js',
  '/....//secret.js',
  '/assets/',
  '/assets',
  '/assets//index-1a2b.js',
  '/assets/./index-1a2b.js',
  '/assets/index-1a2b.js/',
  '/assets/index-1a2b.js.',
  '/assets/index-1a2b.js ',
  ' /index.html',
  '/index.html ',
  '/index.html\t',
  '/index.html\n',
  '/index.html\0',
  '/index.html\0.png',
  '/index.html%00',
  '/index.html%20',
  '/index.html/..',
  '/index.html?x',
  '/index.html#x',
  '/index.html;x=1',
  '/index.html::$DATA',
  '/INDEX.HTML',
  '/Index.html',
  '/ASSETS/index-1a2b.js',
  '/İndex.html',
  '/ındex.html',
  '/indeх.html',
  '/%69ndex.html',
  '/index%2ehtml',
  '\\index.html',
  'index.html',
  'assets/index-1a2b.js',
  'file:///etc/passwd',
  'app://spora/index.html',
  '/etc/passwd',
  '/notes.txt',
  '/data.json',
  '/.env',
  '/Makefile',
  '/assets/index-1a2b.js.map',
  '/later.js.link',
  '/assets/new.js',
  '/__proto__',
  '/constructor',
  'constructor',
  'toString',
  `/${'../'.repeat(500)}etc/passwd`,
  `/${'a'.repeat(10_000)}`,
]

test.each(LISTED)('T-CFG-03: %s is served as %s', (path, type) => {
  expect(file(path)?.headers['content-type']).toBe(type)
})

test(`T-CFG-03: ${HOSTILE.length} other paths are nothing at all`, () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(60)
  expect(HOSTILE.filter(path => file(path) !== undefined)).toEqual([])
})

test('4.4: the policy lets the page load its own files and nothing else', () => {
  expect(contentSecurityPolicy('N')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self'; font-src 'self'; " +
      "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  )
})

test('4.4: every load has its own nonce, in the header and in the page', () => {
  const loads = [file('/'), file('/index.html'), file('/')]
  const nonces = loads.map(load => {
    const nonce = /'nonce-([\w-]+)'/.exec(load?.headers['content-security-policy'] ?? '')?.[1] ?? ''
    expect(load?.headers['content-security-policy']).toBe(contentSecurityPolicy(nonce))
    expect(load?.body.toString()).toContain(`<meta name="csp-nonce" content="${nonce}" />`)
    expect(Buffer.from(nonce, 'base64url')).toHaveLength(16)
    return nonce
  })
  expect(new Set(nonces).size).toBe(3)
})

test('6-ui 9: how the window looked last stands in the page when it is known', () => {
  const look = { theme: 'dark', welcomed: true, list_collapsed: false } as const
  const meta = (page: ServedFile | undefined) =>
    /<meta name="look" content="([^"]*)" \/>/.exec(page?.body.toString() ?? '')?.[1]
  const written = meta(rendererFiles(folder, look)('/')) ?? ''
  expect(parseLook(written.replaceAll('&#34;', '"'))).toEqual(look)
  expect(meta(file('/'))).toBe('')
})

test('4.4: every answer carries the fixed headers', () => {
  for (const [path] of LISTED)
    expect(file(path)?.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(), microphone=(), geolocation=()'),
    })
})

test('4.4: only files whose name changes with their content are kept by the browser', () => {
  expect(file('/')?.headers['cache-control']).toBe('no-store')
  expect(file('/icon.svg')?.headers['cache-control']).toBe('no-cache')
  expect(file('/assets/index-1a2b.js')?.headers['cache-control']).toBe('max-age=31536000, immutable')
})
