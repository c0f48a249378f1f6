import { randomBytes } from 'node:crypto'

const random = () => randomBytes(16).toString('hex')

/** Values that must stay where they were entered. */
export const CANARIES = {
  openaiKey: `sk-${random()}`,
  anthropicKey: `sk-ant-${random()}`,
  toolForEveryone: `everyone+${random()}/`,
  toolOfUser: `user:${random()}`,
  toolOfAgent: `agent=${random()}`,
  otherTool: `other ${random()}`,
  proxyPassword: `proxy&${random()}`,
  cookie: `cookie${random()}`,
  hook: `hook-${random()}`,
  json: `q"uo\\te/${random()}/é☃`,
}

/** Of this start of the app. */
export interface Tokens {
  readonly runToken: string
  readonly instanceToken: string
}

export type Canaries = typeof CANARIES & Tokens

/** Each way a text may be written down. */
const ENCODINGS: Readonly<Record<string, (secret: string) => readonly Buffer[]>> = {
  raw: secret => [Buffer.from(secret)],
  json: secret => [escaped(secret), escaped(escaped(secret).toString())],
  url: secret => [encodeURIComponent(secret), encodeURIComponent(secret).replaceAll('%20', '+')].map(bytes),
  base64: secret => within64(secret).map(bytes),
  base64url: secret => within64(secret).map(text => bytes(text.replaceAll('+', '-').replaceAll('/', '_'))),
  hex: secret => [bytes(Buffer.from(secret).toString('hex')), bytes(Buffer.from(secret).toString('hex').toUpperCase())],
  utf16: secret => [Buffer.from(secret, 'utf16le')],
  // Long enough to be this secret's own: whatever stands between them, one is enough.
  halves: secret => [secret.slice(0, Math.ceil(secret.length / 2)), secret.slice(-16)].map(bytes),
}

export interface Hit {
  readonly canary: string
  readonly encoding: string
  readonly sink: string
  readonly where: string
}

export interface Found {
  readonly cells: number
  readonly hits: readonly Hit[]
}

/** What a sink holds: texts and files with a name each. */
export type Sinks = Readonly<Record<string, ReadonlyMap<string, Buffer>>>

/** Every canary in every encoding in every sink. */
export function scan(canaries: Canaries | Readonly<Record<string, string>>, sinks: Sinks): Found {
  const hits: Hit[] = []
  let cells = 0
  for (const [sink, held] of Object.entries(sinks)) {
    for (const [canary, secret] of Object.entries(canaries)) {
      for (const [encoding, forms] of Object.entries(ENCODINGS)) {
        cells++
        for (const [where, content] of held)
          if (forms(secret).some(form => content.includes(form))) hits.push({ canary, encoding, sink, where })
      }
    }
  }
  return { cells, hits }
}

/** A secret in each form in which careless code writes one. */
export function everyForm(secret: string): string {
  const own = Buffer.from(secret)
  return [
    secret,
    JSON.stringify(secret),
    encodeURIComponent(secret),
    own.toString('base64'),
    own.toString('base64url'),
    own.toString('hex'),
  ].join(' ')
}

function bytes(text: string): Buffer {
  return Buffer.from(text)
}

function escaped(text: string): Buffer {
  return bytes(JSON.stringify(text).slice(1, -1))
}

/** The secret's own part of the base64 of a text around it, in each of the three places it may stand in. */
function within64(secret: string): string[] {
  return [0, 1, 2].map(before => {
    const around = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    return around.toString('base64').slice(Math.ceil((before * 4) / 3), Math.floor((around.length * 4) / 3))
  })
}
