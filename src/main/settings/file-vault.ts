import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { SporaError } from '../../shared/spora-error.ts'
import { placeNewFile } from '../storage/place-new-file.ts'
import { KEY_BYTES, keyIdOf, openEnvelope, sealEnvelope } from './envelope.ts'
import type { Vault, VaultInfo } from './vault.ts'

const BACKEND = 'file'

/**
 * The vault of `spora serve` and of tests: the key stands in a file that only this account may read. A key file that
 * cannot be used stops nothing: stored secrets then need to be entered again, and `info` says what is wrong.
 */
export function createFileVault(keyFile: string): Vault {
  const found = readKey(keyFile)
  const keys = new Map(found.key ? [[keyIdOf(found.key), found.key]] : [])
  return {
    info: found.info,
    seal(plain, place) {
      if (!found.key) throw new SporaError('SECRET_STORE_UNAVAILABLE', found.info.detail, { key_file: keyFile })
      return sealEnvelope(BACKEND, found.key, plain, place)
    },
    open: (envelope, place) => openEnvelope(BACKEND, keys, envelope, place),
  }
}

function readKey(keyFile: string): { key: Buffer | null; info: VaultInfo } {
  const name = `a key file in ${dirname(keyFile)}`
  const without = (detail: string) => ({ key: null, info: { name, reduced: true, detail, usable: false } })
  try {
    if (!existsSync(keyFile)) {
      mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 })
      placeNewFile(keyFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    }
    const key = Buffer.from(readFileSync(keyFile, 'utf8').trim(), 'base64')
    if (key.length !== KEY_BYTES)
      return without(
        `Secrets cannot be stored: ${keyFile} does not hold a key. Put the right file back, or remove it and enter your secrets again.`,
      )
    return { key, info: { name, ...protection(keyFile), usable: true } }
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    return without(
      `Secrets cannot be stored: ${keyFile} cannot be read or made (${code}). Allow your account to use it.`,
    )
  }
}

function protection(keyFile: string): { reduced: boolean; detail: string } {
  const open = process.platform !== 'win32' && (statSync(keyFile).mode & 0o077) !== 0
  return open
    ? { reduced: true, detail: `Other accounts may read ${keyFile}. Run: chmod 600 '${keyFile}'` }
    : { reduced: false, detail: `Secrets are encrypted with the key in ${keyFile}, which only your account may read.` }
}
