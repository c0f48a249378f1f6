import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createKeyStoreVault, type KeyStorePort } from './key-store-vault.ts'
import { orKeyFile } from './or-key-file.ts'
import { rememberingVault } from './remembering-vault.ts'
import type { Vault } from './vault.ts'

const PLACE = { table: 'llm_driver_configurations', row: '1', column: 'api_key' }
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const working: KeyStorePort = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async plain => Buffer.from(plain),
  decryptStringAsync: async sealed => ({ result: sealed.toString(), shouldReEncrypt: false }),
  getSelectedStorageBackend: () => 'gnome_libsecret',
}
const missing: KeyStorePort = { ...working, isAsyncEncryptionAvailable: async () => false }

/** A data folder, and the app started on it with this key store. */
function computer() {
  const folder = mkdtempSync(join(tmpdir(), 'spora-vault-'))
  folders.push(folder)
  const keyFile = join(folder, 'elsewhere', 'vault.key')
  const start = async (port: KeyStorePort): Promise<Vault> => {
    const vault = orKeyFile(await createKeyStoreVault(port, join(folder, 'vault.json')), {
      keyFile,
      choice: join(folder, 'key-file.json'),
    })
    return rememberingVault(vault, { add: () => {} })
  }
  return { keyFile, start }
}

const refusal = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('L2: without a key store nothing is stored, and the sentence names the way out', async () => {
  const { keyFile, start } = computer()
  const vault = await start(missing)
  expect(vault.info).toMatchObject({ usable: false, reduced: true, offersKeyFile: true })
  expect(refusal(() => vault.seal('sk-1', PLACE))).toMatchObject({
    code: 'SECRET_STORE_UNAVAILABLE',
    message: expect.stringContaining('Settings → Data'),
  })
  expect(existsSync(keyFile)).toBe(false)
})

test('L2: weaker protection is chosen, called what it is, and still chosen after a restart', async () => {
  const { keyFile, start } = computer()
  const vault = await start(missing)
  expect(vault.useKeyFile?.()).toMatchObject({ usable: true, reduced: true, detail: expect.stringContaining('weaker') })
  const sealed = vault.seal('sk-canary-1', PLACE)
  expect(sealed).not.toContain('sk-canary-1')
  const again = await start(missing)
  expect(again.info).toMatchObject({ usable: true, reduced: true })
  expect(again.info.offersKeyFile).toBeUndefined()
  expect(again.open(sealed, PLACE)).toBe('sk-canary-1')
  if (process.platform !== 'win32') expect(statSync(keyFile).mode & 0o077).toBe(0)
  expect(readFileSync(keyFile, 'utf8')).not.toContain('sk-canary-1')
})

test('L2: when the key store is back it is used again, and what the key file sealed still opens', async () => {
  const { start } = computer()
  const without = await start(missing)
  without.useKeyFile?.()
  const sealed = without.seal('sk-canary-1', PLACE)
  const back = await start(working)
  expect(back.info).toMatchObject({ usable: true, reduced: false })
  expect(back.open(sealed, PLACE)).toBe('sk-canary-1')
  expect(JSON.parse(back.seal('sk-canary-2', PLACE))).toMatchObject({ backend: 'keystore' })
})

test('L2: a key file of somebody else’s choice is not taken without being asked', async () => {
  const { keyFile, start } = computer()
  const first = await start(missing)
  first.useKeyFile?.()
  const sealed = first.seal('sk-canary-1', PLACE)
  rmSync(join(keyFile, '../../key-file.json'))
  const other = await start(missing)
  expect(other.info).toMatchObject({ usable: false, offersKeyFile: true })
  expect(other.open(sealed, PLACE)).toBeNull()
})

test('L3: the key store is asked once a start, however many secrets there are', async () => {
  const { start } = computer()
  const asked: string[] = []
  const counting: KeyStorePort = {
    ...working,
    encryptStringAsync: async plain => {
      asked.push('encrypt')
      return Buffer.from(plain)
    },
    decryptStringAsync: async sealed => {
      asked.push('decrypt')
      return { result: sealed.toString(), shouldReEncrypt: false }
    },
  }
  const vault = await start(counting)
  const sealed = Array.from({ length: 50 }, (_, at) => vault.seal(`secret-${at}`, { ...PLACE, row: String(at) }))
  expect(asked).toEqual(['encrypt'])
  const again = await start(counting)
  const opened = sealed.map((envelope, at) => again.open(envelope, { ...PLACE, row: String(at) }))
  expect(opened).toEqual(sealed.map((_, at) => `secret-${at}`))
  expect(asked).toEqual(['encrypt', 'decrypt'])
})
