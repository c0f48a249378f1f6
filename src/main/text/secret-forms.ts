import { inspect } from 'node:util'

const escaped = (text: string) => JSON.stringify(text).slice(1, -1)

/**
 * The forms in which a secret is written where text is made of it: as it is, in JSON (also in a text in JSON), printed, in
 * an address, as base64 or hex.
 */
export function secretForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  return [
    secret,
    escaped(secret),
    escaped(escaped(secret)),
    inspect(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    hex,
    hex.toUpperCase(),
  ]
}

/**
 * What of the secret is the same in the base64 of any text around it: a header of `user:secret` holds it in one of three
 * places, and the letters at its ends belong to its neighbours too.
 */
export function forms64Within(secret: string): string[] {
  return [0, 1, 2].flatMap(before => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
    const own = bytes.toString('base64').slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
