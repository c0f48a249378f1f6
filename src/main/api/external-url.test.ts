import { expect, test } from 'vitest'
import { externalUrl } from './external-url.ts'

test.each([
  'https://example.org',
  'https://example.org/path?q=a%20b#part',
  'https://xn--pple-43d.com/',
  'HTTPS://EXAMPLE.ORG/',
  'https://127.0.0.1:8443/',
  'https://[::1]/',
  'mailto:ada@example.org',
  'mailto:ada@example.org?subject=Hi&body=Hello',
])('4.5: %s may be opened', text => {
  expect(externalUrl(text)).toBeInstanceOf(URL)
})

test('B217: what is shown of a look-alike name is its punycode', () => {
  expect(externalUrl('https://аpple.com/').host).toBe('xn--pple-43d.com')
})

test.each([
  'http://example.org',
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  'smb://host/share',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'ms-msdt:/id',
  'calculator:',
  'app://spora/index.html',
  'blob:https://example.org/x',
  'view-source:https://example.org',
  'about:blank',
  'ftp://example.org',
  'tel:123',
  'spora://x',
  'mailto:a@example.org?attach=/etc/passwd',
  'mailto:a@example.org?subject=x&Attachment=/etc/passwd',
  'mailto:a@example.org?%61ttach=/etc/passwd',
])('B313: %s is URL_SCHEME', text => {
  expect(() => externalUrl(text)).toThrow(expect.objectContaining({ code: 'URL_SCHEME' }))
})

test.each([
  ['a UNC path', '\\\\host\\share'],
  ['a user name', 'https://user@example.org'],
  ['a user name that looks like a host', 'https://example.org@evil.example'],
  ['a password', 'https://:secret@example.org'],
  ['10 kB', `https://example.org/${'a'.repeat(10_000)}`],
  ['NUL', 'https://example.org/\0'],
  ['a line break', 'https://example.org/\r\nx'],
  ['a tab in the scheme', 'java\tscript:alert(1)'],
  ['a space', 'https://example.org/a b'],
  ['a space before it', ' https://example.org'],
  ['an escape', 'https://example.org/\u001b[2J'],
  ['a C1 control', 'https://example.org/\u0085'],
  ['text that runs backwards', 'https://example.org/\u202egpj.exe'],
  ['an isolate', 'https://example.org/\u2066x'],
  ['no scheme', 'example.org'],
  ['no host', 'https://'],
  ['a host that is none', 'https://exa<mple.org'],
  ['nothing', ''],
])('B313: an address with %s is URL_INVALID', (_what, text) => {
  expect(() => externalUrl(text)).toThrow(expect.objectContaining({ code: 'URL_INVALID' }))
})
