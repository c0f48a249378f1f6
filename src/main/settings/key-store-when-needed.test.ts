import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { KeyStorePort } from './key-store-vault.ts'
import { keyStoreWhenNeeded } from './key-store-when-needed.ts'
import { orKeyFile } from './or-key-file.ts'
import { orSession } from './or-session.ts'
import { rememberingVault } from './remembering-vault.ts'
import { settingWorld, toolWith } from './testing/setting-world.ts'

const PLACE = { table: 't', row: '1', column: 'c' }
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-needed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A key store that counts how often anything was wanted of it. */
function keyStore(backend: string, available = true) {
  const asked = { times: 0 }
  const ask = <T>(answer: T) => {
    asked.times++
    return Promise.resolve(answer)
  }
  const port: KeyStorePort = {
    isAsyncEncryptionAvailable: () => ask(available),
    encryptStringAsync: plain => ask(Buffer.from(plain)),
    decryptStringAsync: encrypted => ask({ result: encrypted.toString(), shouldReEncrypt: false }),
    getSelectedStorageBackend: () => backend,
  }
  return { asked, port }
}

/** As the app has it. */
async function start(port: KeyStorePort, answerMs = 5_000) {
  const choice = join(folder, 'key-file.json')
  const kept = await keyStoreWhenNeeded(port, join(folder, 'vault.json'), { choice, answerMs })
  const files = { keyFile: join(folder, 'vault.key'), choice }
  return rememberingVault(orSession(orKeyFile(kept, files), join(folder, 'session.json')), { add() {} })
}

test.each([
  ['darwin', 'macOS Keychain'],
  ['gnome_libsecret', 'the desktop’s keyring'],
  ['kwallet6', 'KWallet'],
])(
  'L3: a key store that may ask the person is left alone until the first key, and why it asks is said: %s',
  async (backend, name) => {
    const { asked, port } = keyStore(backend)
    const vault = await start(port)
    expect(vault.info).toMatchObject({ usable: true, reduced: false })
    expect(vault.info.asks).toContain(`the system may ask whether Spora may use ${name}`)
    expect(asked.times).toBe(0)
    await Promise.all([vault.ready?.(), vault.ready?.()])
    expect(asked.times).toBe(2) // whether it is there, and one key for everything
    expect(vault.info.asks).toBeUndefined()
    const sealed = vault.seal('sk-1', PLACE)
    // From then on it is asked at the start, once, for the one key.
    const next = await start(port)
    expect(next.info.asks).toBeUndefined()
    expect(asked.times).toBe(4)
    expect(next.open(sealed, PLACE)).toBe('sk-1')
  },
)

test('L3: what is sealed too early is refused with what to do, and the next try works', async () => {
  const { port } = keyStore('darwin')
  const vault = await start(port)
  expect(() => vault.seal('sk-1', PLACE)).toThrow('Allow Spora to use it when the system asks, then save again.')
  await vault.ready?.()
  expect(vault.open(vault.seal('sk-1', PLACE), PLACE)).toBe('sk-1')
})

test('L2, L3: a refusal is known once it was asked, and a key file is the way out', async () => {
  const { port } = keyStore('gnome_libsecret', false)
  const vault = await start(port)
  await vault.ready?.()
  expect(vault.info).toMatchObject({ usable: false, offersKeyFile: true })
  expect(vault.info.asks).toBeUndefined()
  vault.useKeyFile?.()
  const sealed = vault.seal('sk-1', PLACE)
  expect(vault.open(sealed, PLACE)).toBe('sk-1')
  // Whoever chose it needs no explanation any more, and sees at once where keys are.
  const next = await start(port)
  expect(next.info).toMatchObject({ reduced: true, detail: expect.stringContaining('You chose a key file') })
  expect(next.open(sealed, PLACE)).toBe('sk-1')
})

test('L3: an answer that comes too late is none; with the next key the system is asked once more', async () => {
  const { port } = keyStore('darwin')
  const answers = [() => new Promise<never>(() => {}), port.encryptStringAsync]
  const hesitant = {
    ...port,
    encryptStringAsync: (plain: string) => (answers.shift() ?? port.encryptStringAsync)(plain),
  }
  const vault = await start(hesitant, 30)
  await vault.ready?.()
  expect(vault.info).toMatchObject({ usable: false, detail: expect.stringContaining('it did not answer within') })
  expect(() => vault.seal('sk-1', PLACE)).toThrow('save again')
  await vault.ready?.()
  expect(vault.info).toMatchObject({ usable: true, reduced: false })
  const sealed = vault.seal('sk-1', PLACE)
  expect((await start(port)).open(sealed, PLACE)).toBe('sk-1')
})

test('B158, L3: a setting that became a password is something to keep: its text moves as soon as the system answers', async () => {
  const { port } = keyStore('darwin')
  const vault = await start(port)
  const world = settingWorld(() => vault)
  const plain = toolWith([{ key: 'api_key', label: 'API Key', type: 'text' }])
  const everyone = { scope: 'global' } as const
  world.restart({ tools: [plain] })
  world.set(plain, everyone, { api_key: 'sk-once-in-the-open' })
  const stored = () => world.parts.database.sqlite.prepare('SELECT settings FROM tool_configurations').pluck().get()
  const tool = toolWith([{ key: 'api_key', label: 'API Key', type: 'password' }])
  world.restart({ tools: [tool] })
  expect(stored()).toContain('sk-once-in-the-open')
  await vault.ready?.()
  await expect.poll(stored).not.toContain('sk-once-in-the-open')
  expect(world.parts.config.getEffectiveSettings(tool.toolClass, null, 1).api_key).toBe('sk-once-in-the-open')
  world.close()
})

test.each(['win32', 'basic_text'])('L3: where nobody is ever asked, nothing is said: %s', async backend => {
  const { asked, port } = keyStore(backend)
  const { info } = await start(port)
  expect(info.asks).toBeUndefined()
  expect(asked.times).toBeGreaterThan(0)
})
