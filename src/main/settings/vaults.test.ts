import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { createFileVault } from './file-vault.ts'
import { createKeyStoreVault, type KeyStorePort } from './key-store-vault.ts'
import { openSecret, openSecrets, sealSecret, sealSecrets, secretView, secretViews } from './secret-fields.ts'
import { vaultKeyFile } from './vault-key-file.ts'

const place = { table: 'llm_driver_configurations', row: '1', column: 'settings.api_key' }
let folder: string
let keyFile: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-vault-'))
  keyFile = join(folder, 'config', 'vault.key')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A key store that behaves like Electron's: wraps with a secret of its own that may change or be locked. */
function keyStore({ secret = 1, backend = 'gnome_libsecret', available = true, rewrap = false } = {}) {
  const state = { secret, available, rewrap }
  const port: KeyStorePort = {
    isAsyncEncryptionAvailable: async () => state.available,
    encryptStringAsync: async plain => Buffer.from(`${state.secret}|${plain}`),
    decryptStringAsync: async encrypted => {
      const [by, plain = ''] = encrypted.toString().split('|')
      if (by !== String(state.secret) && !(state.rewrap && by === '1')) throw new Error('Error while decrypting')
      return { result: plain, shouldReEncrypt: by !== String(state.secret) }
    },
    getSelectedStorageBackend: () => backend,
  }
  return { state, port, file: join(folder, 'vault.json') }
}

function code(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof SporaError) return error.code
    throw error
  }
  return 'none'
}

describe('4.14: envelopes', () => {
  test('4.14: any text comes back; the same text is never sealed the same twice', () => {
    const vault = createFileVault(keyFile)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const sealed = vault.seal(text, place)
        expect(vault.open(sealed, place)).toBe(text)
        expect(vault.seal(text, place)).not.toBe(sealed)
      }),
      { numRuns: loops(500) },
    )
  })

  test('4.14: it opens only where it was sealed for', () => {
    const vault = createFileVault(keyFile)
    const sealed = vault.seal('sk-1', place)
    for (const other of [
      { ...place, table: 'tool_configurations' },
      { ...place, row: '2' },
      { ...place, column: 'settings.other' },
      { table: 'llm_driver_configurations|1', row: '', column: place.column },
    ])
      expect(vault.open(sealed, other)).toBeNull()
  })

  test('4.14: one changed bit anywhere and it does not open, and nothing throws', () => {
    const vault = createFileVault(keyFile)
    const sealed = vault.seal('sk-1', place)
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 32, max: 126 }), (at, unit) => {
        const changed = sealed.slice(0, at) + String.fromCharCode(unit) + sealed.slice(at + 1)
        // base64 of the nonce may have bits that mean nothing; the text may then only be the right one.
        expect([null, 'sk-1']).toContain(vault.open(changed, place))
      }),
      { numRuns: loops(2_000) },
    )
    for (const odd of ['', 'null', '[]', '{}', '{"v":1}', '{"v":2,"backend":"file","keyId":"","nonce":"","ct":""}'])
      expect(vault.open(odd, place)).toBeNull()
  })
})

describe('4.14: the key file', () => {
  test('4.14: it is made for this account alone and used again', () => {
    const sealed = createFileVault(keyFile).seal('sk-1', place)
    expect(createFileVault(keyFile).open(sealed, place)).toBe('sk-1')
    if (process.platform !== 'win32') expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'config'))).toEqual(['vault.key'])
    expect(Buffer.from(readFileSync(keyFile, 'utf8'), 'base64')).toHaveLength(32)
    expect(createFileVault(keyFile).info).toMatchObject({ reduced: false })
  })

  test.skipIf(process.platform === 'win32')('4.14: one that others may read is reported', () => {
    createFileVault(keyFile)
    chmodSync(keyFile, 0o644)
    expect(createFileVault(keyFile).info).toMatchObject({ reduced: true, detail: expect.stringContaining('chmod 600') })
  })

  test.each(['', 'short', 'not a key at all, but long enough to look like one to somebody'])(
    'B162: a damaged key file (%j) stops nothing and is not replaced',
    content => {
      const sealed = createFileVault(keyFile).seal('sk-1', place)
      writeFileSync(keyFile, content)
      const vault = createFileVault(keyFile)
      expect(vault.open(sealed, place)).toBeNull()
      expect(vault.info).toMatchObject({ reduced: true, detail: expect.stringContaining(keyFile) })
      expect(code(() => vault.seal('x', place))).toBe('SECRET_STORE_UNAVAILABLE')
      expect(readFileSync(keyFile, 'utf8')).toBe(content)
    },
  )

  test('B162: a key file that cannot be made stops nothing', () => {
    writeFileSync(join(folder, 'file'), '')
    const vault = createFileVault(join(folder, 'file', 'vault.key'))
    expect(code(() => vault.seal('x', place))).toBe('SECRET_STORE_UNAVAILABLE')
  })

  test('4.14: SPORA_KEY_FILE comes first, else it stands apart from the data', () => {
    expect(vaultKeyFile({ SPORA_KEY_FILE: keyFile })).toBe(keyFile)
    expect(vaultKeyFile({}, 'linux', '/home/ada')).toBe(join('/home/ada', '.config', 'spora', 'vault.key'))
    expect(vaultKeyFile({ XDG_CONFIG_HOME: '/c' }, 'linux', '/home/ada')).toBe(join('/c', 'spora', 'vault.key'))
    expect(vaultKeyFile({}, 'darwin', '/Users/ada')).toContain(join('Library', 'Preferences'))
    expect(vaultKeyFile({ APPDATA: '/r' }, 'win32', '/u')).toBe(join('/r', 'spora', 'vault.key'))
  })
})

describe('4.14: the platform’s key store', () => {
  test('4.14: sealed today opens after a restart; the file holds only a wrapped key', async () => {
    const { port, file } = keyStore()
    const sealed = (await createKeyStoreVault(port, file)).seal('sk-1', place)
    const again = await createKeyStoreVault(port, file)
    expect(again.open(sealed, place)).toBe('sk-1')
    expect(again.info).toMatchObject({ reduced: false, name: expect.stringContaining('libsecret') })
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('B162: a key store that is locked stops nothing; unlocked again, everything opens', async () => {
    const { port, file, state } = keyStore()
    const sealed = (await createKeyStoreVault(port, file)).seal('sk-1', place)
    state.available = false
    const locked = await createKeyStoreVault(port, file)
    expect(locked.open(sealed, place)).toBeNull()
    expect(code(() => locked.seal('x', place))).toBe('SECRET_STORE_UNAVAILABLE')
    expect(locked.info).toMatchObject({ reduced: true, detail: expect.stringContaining('Unlock') })
    state.available = true
    expect((await createKeyStoreVault(port, file)).open(sealed, place)).toBe('sk-1')
  })

  test('L4, B162: a key store that forgot: old secrets need re-entry, new ones work, and when it remembers both open', async () => {
    const { port, file, state } = keyStore()
    const old = (await createKeyStoreVault(port, file)).seal('old', place)
    state.secret = 2
    const vault = await createKeyStoreVault(port, file)
    expect(vault.open(old, place)).toBeNull()
    const fresh = vault.seal('fresh', place)
    expect((await createKeyStoreVault(port, file)).open(fresh, place)).toBe('fresh')
    state.secret = 1
    expect((await createKeyStoreVault(port, file)).open(old, place)).toBe('old')
  })

  test('B162: keys are wrapped anew when the key store asks for it', async () => {
    const { port, file, state } = keyStore()
    const sealed = (await createKeyStoreVault(port, file)).seal('sk-1', place)
    Object.assign(state, { secret: 2, rewrap: true })
    expect((await createKeyStoreVault(port, file)).open(sealed, place)).toBe('sk-1')
    state.rewrap = false
    expect((await createKeyStoreVault(port, file)).open(sealed, place)).toBe('sk-1')
  })

  test('L4, B162: a damaged file is kept beside the new one', async () => {
    const { port, file } = keyStore()
    writeFileSync(file, '{"v":1,')
    const vault = await createKeyStoreVault(port, file)
    expect(vault.open(vault.seal('a', place), place)).toBe('a')
    expect(readdirSync(folder).filter(name => name.startsWith('vault.json.bad-'))).toHaveLength(1)
  })

  test('B162: a key store that throws, a file that cannot be written', async () => {
    const { port, file } = keyStore()
    const broken = { ...port, isAsyncEncryptionAvailable: () => Promise.reject(new Error('dbus is gone')) }
    expect((await createKeyStoreVault(broken, file)).info.detail).toContain('dbus is gone')
    const nowhere = await createKeyStoreVault(port, join(folder, 'no', 'such', 'vault.json'))
    expect(code(() => nowhere.seal('x', place))).toBe('SECRET_STORE_UNAVAILABLE')
    expect(existsSync(join(folder, 'no'))).toBe(false)
  })

  test('B163: basic_text works and is called what it is', async () => {
    const { port, file } = keyStore({ backend: 'basic_text' })
    const vault = await createKeyStoreVault(port, file)
    expect(vault.open(vault.seal('a', place), place)).toBe('a')
    expect(vault.info).toMatchObject({ reduced: true, detail: expect.stringContaining('keyring') })
  })
})

describe('4.14: secrets in JSON columns', () => {
  const settings = [
    { key: 'api_key', label: 'API Key', type: 'password' },
    { key: 'base_url', label: 'Base URL', type: 'url' },
  ] as const
  const row = { table: 'llm_driver_configurations', row: '1' }

  test('4.14: left out keeps, null and nothing remove, text replaces', () => {
    const vault = createFileVault(keyFile)
    const stored = sealSecrets(vault, settings, { api_key: 'sk-1', base_url: 'https://a' }, row)
    expect(JSON.stringify(stored)).not.toContain('sk-1')
    expect(openSecrets(vault, settings, stored, row)).toEqual({ api_key: 'sk-1', base_url: 'https://a' })
    const kept = sealSecrets(vault, settings, { base_url: 'https://b' }, row, stored)
    expect(openSecrets(vault, settings, kept, row)).toEqual({ api_key: 'sk-1', base_url: 'https://b' })
    expect(sealSecrets(vault, settings, { api_key: null }, row, stored)).toEqual({})
    expect(sealSecrets(vault, settings, { api_key: '' }, row, stored)).toEqual({})
    expect(secretViews(vault, settings, stored, row)).toEqual({
      api_key: { set: true, updated_at: expect.any(String), needs_reentry: false },
    })
    expect(openSecrets(vault, settings, stored, { ...row, row: '2' })).toEqual({ base_url: 'https://a' })
  })

  test('4.14: entered in the app and in serve, each opens its own; replaced where it opens, the other is forgotten', async () => {
    const file = createFileVault(keyFile)
    const { port, file: keys } = keyStore()
    const desktop = await createKeyStoreVault(port, keys)
    const first = sealSecret(desktop, 'sk-1', place)
    expect(secretView(file, first, place)).toMatchObject({ set: true, needs_reentry: true })
    const both = sealSecret(file, 'sk-1 again', place, first)
    expect([openSecret(desktop, both, place), openSecret(file, both, place)]).toEqual(['sk-1', 'sk-1 again'])
    const replaced = sealSecret(desktop, 'sk-2', place, both)
    expect([openSecret(desktop, replaced, place), openSecret(file, replaced, place)]).toEqual(['sk-2', null])
    expect(secretView(file, replaced, place)).toMatchObject({ set: true, needs_reentry: true })
  })
})
