import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { SporaError } from '../../shared/spora-error.ts'
import { KEY_BYTES, keyIdOf, openEnvelope, sealEnvelope } from './envelope.ts'
import type { Vault, VaultInfo } from './vault.ts'

/** What is needed of Electron's `safeStorage`. */
export interface KeyStorePort {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(plain: string): Promise<Buffer>
  decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>
  /** Only on Linux. */
  getSelectedStorageBackend?(): string
}

const BACKEND = 'keystore'

/** Data keys, each wrapped by the platform's key store. Those it cannot unwrap today are kept: it may tomorrow. */
const keyFileShape = z.object({
  v: z.literal(1),
  keys: z.array(z.object({ id: z.string(), store: z.string(), wrapped: z.string() })),
})
type KeyFile = z.infer<typeof keyFileShape>

/**
 * The vault of the app. Whatever is wrong with the platform's key store, this resolves: stored secrets then need to be
 * entered again, everything else works, and `info` says what is wrong.
 */
export async function createKeyStoreVault(
  keyStore: KeyStorePort,
  file: string,
  { answerMs = LONGEST_ANSWER_MS, again = 'start Spora again' } = {},
): Promise<Vault> {
  const port = answersWithin(keyStore, answerMs)
  const store = keyStore.getSelectedStorageBackend?.() ?? process.platform
  const opened = await openKeys(port, file, store)
  const [current] = opened.keys
  const info = { ...storeInfo(store, opened.trouble, again), usable: current !== undefined }
  return {
    info,
    seal(plain, place) {
      if (!current) throw new SporaError('SECRET_STORE_UNAVAILABLE', info.detail, { store })
      return sealEnvelope(BACKEND, current[1], plain, place)
    },
    open: (envelope, place) => openEnvelope(BACKEND, opened.keys, envelope, place),
  }
}

async function openKeys(
  port: KeyStorePort,
  file: string,
  store: string,
): Promise<{ keys: Map<string, Buffer>; trouble: string | null }> {
  const keys = new Map<string, Buffer>()
  try {
    if (!(await port.isAsyncEncryptionAvailable())) return { keys, trouble: 'it is not available' }
    const content = readKeyFile(file)
    let changed = false
    for (const entry of content.keys) {
      const unwrapped = await unwrap(port, entry.wrapped)
      if (!unwrapped || keyIdOf(unwrapped.key) !== entry.id) continue
      keys.set(entry.id, unwrapped.key)
      if (unwrapped.rewrap) {
        entry.wrapped = await wrap(port, unwrapped.key)
        entry.store = store
        changed = true
      }
    }
    const fresh = keys.size === 0 ? randomBytes(KEY_BYTES) : null
    if (fresh) content.keys.unshift({ id: keyIdOf(fresh), store, wrapped: await wrap(port, fresh) })
    if (fresh || changed) writeFileAtomic.sync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    if (fresh) keys.set(keyIdOf(fresh), fresh)
    return { keys, trouble: null }
  } catch (error) {
    // What was unwrapped until then stands in the file and goes on opening what it sealed.
    return { keys, trouble: error instanceof Error ? error.message : String(error) }
  }
}

/** A key store may ask the person first; one that says nothing at all must not keep the app from opening. */
const LONGEST_ANSWER_MS = 60_000

function answersWithin(port: KeyStorePort, ms: number): KeyStorePort {
  const within = async <T>(answer: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`it did not answer within ${ms / 1000} s`)), ms)
    })
    try {
      return await Promise.race([answer, late])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    isAsyncEncryptionAvailable: () => within(port.isAsyncEncryptionAvailable()),
    encryptStringAsync: plain => within(port.encryptStringAsync(plain)),
    decryptStringAsync: encrypted => within(port.decryptStringAsync(encrypted)),
  }
}

function readKeyFile(file: string): KeyFile {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { v: 1, keys: [] }
    throw error
  }
  try {
    return keyFileShape.parse(JSON.parse(text))
  } catch {
    renameSync(file, `${file}.bad-${new Date().toISOString().replaceAll(':', '-')}`)
    return { v: 1, keys: [] }
  }
}

async function wrap(port: KeyStorePort, key: Buffer): Promise<string> {
  return (await port.encryptStringAsync(key.toString('base64'))).toString('base64')
}

async function unwrap(port: KeyStorePort, wrapped: string): Promise<{ key: Buffer; rewrap: boolean } | null> {
  try {
    const { result, shouldReEncrypt } = await port.decryptStringAsync(Buffer.from(wrapped, 'base64'))
    const key = Buffer.from(result, 'base64')
    return key.length === KEY_BYTES ? { key, rewrap: shouldReEncrypt } : null
  } catch {
    return null
  }
}

const NAMES = new Map([
  ['darwin', 'macOS Keychain'],
  ['win32', 'Windows Data Protection'],
  ['gnome_libsecret', 'the desktop’s keyring (libsecret)'],
  ['kwallet', 'KWallet'],
  ['kwallet5', 'KWallet'],
  ['kwallet6', 'KWallet'],
])

export function storeName(store: string): string {
  return NAMES.get(store) ?? 'the system’s key store'
}

function storeInfo(store: string, trouble: string | null, again: string): Omit<VaultInfo, 'usable'> {
  const name = storeName(store)
  if (trouble !== null) {
    const detail = `Secrets cannot be stored or read: ${name} does not answer (${trouble}). Unlock it or install one, then ${again}.`
    return { name, reduced: true, detail }
  }
  if (store === 'basic_text') {
    const detail =
      'This desktop has no keyring that Spora can use, so secrets are hidden but not protected from other programs of your account. Install and unlock GNOME Keyring or KWallet, then enter them again.'
    return { name: 'a fixed password (no keyring)', reduced: true, detail }
  }
  return { name, reduced: false, detail: `Secrets are encrypted with a key that ${name} protects.` }
}
