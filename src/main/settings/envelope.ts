import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { SecretPlace } from './vault.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
export const KEY_BYTES = 32

/** One sealed value: AES-256-GCM. What it is bound to is authenticated but not stored in it. */
interface Envelope {
  readonly v: 1
  readonly backend: string
  readonly keyId: string
  readonly nonce: string
  readonly ct: string
}

/** Names a key without saying anything about it. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('spora key id').update(key).digest('hex').slice(0, 16)
}

export function sealEnvelope(backend: string, key: Buffer, plain: string, place: SecretPlace): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(binding(place))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const envelope: Envelope = {
    v: 1,
    backend,
    keyId: keyIdOf(key),
    nonce: nonce.toString('base64'),
    ct: text.toString('base64'),
  }
  return JSON.stringify(envelope)
}

/** Null when the envelope is damaged, of another backend or key, or stands in another place than it was sealed for. */
export function openEnvelope(
  backend: string,
  keys: ReadonlyMap<string, Buffer>,
  envelope: string,
  place: SecretPlace,
): string | null {
  const parsed = parseEnvelope(envelope)
  const key = parsed?.backend === backend ? keys.get(parsed.keyId) : undefined
  if (!parsed || !key) return null
  try {
    const text = Buffer.from(parsed.ct, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(parsed.nonce, 'base64'), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(binding(place))
    decipher.setAuthTag(text.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(text.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Which of the app's vaults sealed it. */
export function backendOf(envelope: string): string | null {
  return parseEnvelope(envelope)?.backend ?? null
}

function parseEnvelope(text: string): Envelope | null {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null
    const whole = [value?.backend, value?.keyId, value?.nonce, value?.ct].every(part => typeof part === 'string')
    return whole && value?.v === 1 ? (value as Envelope) : null
  } catch {
    return null
  }
}

/** JSON keeps the three parts apart whatever is in them. */
function binding({ table, row, column }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([table, row, column]))
}
