import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Look } from '../../shared/look.ts'

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
])

/** What index.html says where something of this load goes: its style nonce, how the window looked last. */
const NONCE_META = 'name="csp-nonce" content="'
const LOOK_META = 'name="look" content="'

export interface ServedFile {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** `nonce`: for the style elements the component library adds. Everything else comes from the app's own files. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const DENIED = ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'hid', 'midi', 'display-capture', 'payment']

const FIXED_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': DENIED.map(name => `${name}=()`).join(', '),
}

function* filesBelow(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

/**
 * The built window, by exact path. A table made at start, so that traversal, case and encoding tricks have nothing to
 * hit; whatever is not in it is undefined. `look`: written into the page.
 */
export function rendererFiles(folder: string, look: Look | null = null): (pathname: string) => ServedFile | undefined {
  const files = new Map<string, { body: Buffer; type: string }>()
  for (const path of filesBelow(folder)) {
    const type = TYPES.get(extname(path))
    if (type) files.set(`/${relative(folder, path).split(sep).join('/')}`, { body: readFileSync(path), type })
  }
  return pathname => {
    const file = files.get(pathname === '/' ? '/index.html' : pathname)
    if (!file) return undefined
    if (!file.type.startsWith('text/html')) {
      // The names below assets/ carry a hash of their content, so the browser may keep them.
      const caching = pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache'
      return { body: file.body, headers: { ...FIXED_HEADERS, 'content-type': file.type, 'cache-control': caching } }
    }
    const nonce = randomBytes(16).toString('base64url')
    const page = written(file.body.toString('utf8'), NONCE_META, nonce)
    return {
      body: Buffer.from(look ? written(page, LOOK_META, JSON.stringify(look)) : page),
      headers: {
        ...FIXED_HEADERS,
        'content-type': file.type,
        'content-security-policy': contentSecurityPolicy(nonce),
        'cache-control': 'no-store',
      },
    }
  }
}

/** The page with `text` in one of its attributes. */
function written(page: string, place: string, text: string): string {
  const safe = text.replace(/[&"<>]/g, sign => `&#${sign.charCodeAt(0)};`)
  return page.replace(place, () => `${place}${safe}`)
}
