import { randomBytes } from 'node:crypto'
import { KEY_BYTES, keyIdOf, openEnvelope, sealEnvelope } from './envelope.ts'
import type { Vault } from './vault.ts'

const BACKEND = 'session'

/** A key that is nowhere but in memory: what it seals cannot be opened after the next start. */
export function createSessionVault(): Vault {
  const key = randomBytes(KEY_BYTES)
  const keys = new Map([[keyIdOf(key), key]])
  return {
    info: {
      name: 'memory, until Spora quits',
      reduced: false,
      detail: 'New keys can be read until Spora quits, and are entered again after the next start.',
      usable: true,
    },
    seal: (plain, place) => sealEnvelope(BACKEND, key, plain, place),
    open: (envelope, place) => openEnvelope(BACKEND, keys, envelope, place),
  }
}
