import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { SporaError } from '../../shared/spora-error.ts'
import { createKeyStoreVault, type KeyStorePort } from './key-store-vault.ts'
import { settingWorld, toolWith } from './testing/setting-world.ts'
import type { Vault } from './vault.ts'

const TOOL = toolWith([
  { key: 'password', label: 'Password', type: 'password' },
  { key: 'place', label: 'Place', type: 'text' },
])
const GLOBAL = { scope: 'global' } as const
const SECRET = 'hunter2-canary'

const worlds: ReturnType<typeof settingWorld>[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.close()
})

/** A key store that works: what is sealed for one owner opens for nobody else. */
function working(owner = 'me'): KeyStorePort {
  return {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async plain => Buffer.from(`${owner}|${plain}`),
    decryptStringAsync: async encrypted => {
      const [by, plain = ''] = encrypted.toString().split('|')
      if (by !== owner) throw new Error('It belongs to somebody else.')
      return { result: plain, shouldReEncrypt: false }
    },
  }
}

const never = () => new Promise<never>(() => {})
const failing = () => Promise.reject(new Error('The bus is gone.'))

/** What is wrong; whether new secrets can be stored all the same. */
const FAILURES: readonly [string, (file: string) => KeyStorePort, boolean][] = [
  ['is not available', () => ({ ...working(), isAsyncEncryptionAvailable: async () => false }), false],
  ['is somebody else’s now', () => working('somebody else'), true],
  ['cannot decrypt', () => ({ ...working(), decryptStringAsync: failing }), true],
  ['cannot do anything', () => ({ ...working(), decryptStringAsync: failing, encryptStringAsync: failing }), false],
  ['never answers', () => ({ ...working(), isAsyncEncryptionAvailable: never }), false],
  [
    'has lost its file',
    file => {
      writeFileSync(file, '{"v":1,')
      return working()
    },
    true,
  ],
]

const open = (port: KeyStorePort, file: string): Promise<Vault> => createKeyStoreVault(port, file, { answerMs: 30 })

test.each(FAILURES)(
  'T-SECR-07: a key store that %s: the app works, the secret is asked for again, nothing is lost',
  async (_how, broken, stores) => {
    let vault: Vault | undefined
    const world = settingWorld(() => ({
      get info() {
        return (vault as Vault).info
      },
      seal: (plain, place) => (vault as Vault).seal(plain, place),
      open: (envelope, place) => (vault as Vault).open(envelope, place),
    }))
    worlds.push(world)
    const file = `${world.folder}/vault.json`
    vault = await open(working(), file)
    world.parts.registry.register([TOOL])
    const { config } = world.parts
    const save = (key: string, value: string) =>
      config.save(TOOL.toolClass, GLOBAL, world.view(TOOL, GLOBAL).revision, [{ key, action: 'set', value }])
    const value = (key: string) => config.getEffectiveSettings(TOOL.toolClass, null, 1)[key]
    save('password', SECRET)
    const before = readFileSync(file)

    vault = await open(broken(file), file)
    expect(value('password')).toBeUndefined()
    expect(world.field(TOOL, GLOBAL, 'password').secret).toMatchObject({ set: true, needs_reentry: true })
    save('place', 'Lisbon')
    expect(value('place')).toBe('Lisbon')
    if (stores) {
      save('password', 'another')
      expect(value('password')).toBe('another')
    } else {
      expect(() => save('password', 'another')).toThrow(SporaError)
      expect(vault.info).toMatchObject({ reduced: true })
    }
    expect(
      JSON.stringify(world.parts.database.sqlite.prepare('SELECT settings FROM tool_configurations').all()),
    ).not.toMatch(/hunter2|another/)

    // The key store is as it was: what was not replaced opens again.
    if (stores) return
    writeFileSync(file, before)
    vault = await open(working(), file)
    expect(value('password')).toBe(SECRET)
  },
)
