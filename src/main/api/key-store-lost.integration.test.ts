import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startOpenAIServer } from '../../../test/model-servers/openai-server.ts'
import type { ModelConfigView } from '../../shared/contract/models.ts'
import type { SettingsView } from '../../shared/contract/settings.ts'
import type { TaskSummary, TaskView } from '../../shared/contract/tasks.ts'
import { createFileVault } from '../settings/file-vault.ts'
import { createKeyStoreVault, type KeyStorePort } from '../settings/key-store-vault.ts'
import { keyStoreWhenNeeded } from '../settings/key-store-when-needed.ts'
import { orKeyFile } from '../settings/or-key-file.ts'
import { type ServedApp, servedApp } from './testing/served-app.ts'

const KEY = 'sk-lost-0123456789'

/** What it wraps, only it unwraps. */
function keyStore(backend: string, { available = true, decrypts = true } = {}): KeyStorePort {
  return {
    isAsyncEncryptionAvailable: async () => available,
    encryptStringAsync: async plain => Buffer.from(`${backend}|${plain}`),
    decryptStringAsync: async encrypted => {
      const [by, result = ''] = encrypted.toString().split('|')
      if (by !== backend || !decrypts) throw new Error('Error while decrypting the ciphertext.')
      return { result, shouldReEncrypt: false }
    },
    getSelectedStorageBackend: () => backend,
  }
}

const MAIL = `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
const Mail = defineTool({
  className: 'MailTool',
  name: 'mail',
  description: 'Sends mail.',
  settings: [
    { key: 'password', label: 'Password', type: 'password', required: true },
    { key: 'from', label: 'From', type: 'text' },
  ],
  describe: () => 'Send',
  execute: async () => ToolResult.ok('Sent.'),
})
export default definePlugin({ tools: [Mail] })
`

const MAIL_SETTINGS = { tool_class: 'acme/MailTool', scope: { scope: 'global' } }

async function ended({ rest }: ServedApp, id: number): Promise<TaskView> {
  for (;;) {
    const task = (await rest('GET', `/tasks/${id}`)).data as TaskView
    if (task.status === 'COMPLETED' || task.status === 'FAILED') return task
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

const GOOD = keyStore('gnome_libsecret')

test.each([
  ['is not available', keyStore('gnome_libsecret', { available: false }), GOOD, false],
  ['is another one now', keyStore('kwallet6'), keyStore('kwallet6'), true],
  ['does not decrypt', keyStore('gnome_libsecret', { decrypts: false }), GOOD, true],
])(
  'B162: when the key store %s, keys are asked for again; the app opens, and chats, history and everything else go on',
  async (_what, broken, afterwards, stores) => {
    const server = await startOpenAIServer(() => ({ text: 'Good day.' }), { apiKey: KEY })
    const dataFolder = join(mkdtempSync(join(tmpdir(), 'spora-lost-')), 'data')
    onTestFinished(async () => {
      await server.close()
      rmSync(join(dataFolder, '..'), { recursive: true, force: true })
    })
    const start = async (port: KeyStorePort) => {
      const vault = await createKeyStoreVault(port, `${dataFolder}-vault.json`)
      return servedApp({ acme: MAIL }, {}, { dataFolder, vault })
    }
    const keyed = { name: 'Keyed', driver: 'openai_compatible' }
    const settings = { base_url: server.baseUrl, model: 'scripted' }
    const password = (value: string, revision: number) => ({
      ...MAIL_SETTINGS,
      revision,
      changes: [{ key: 'password', action: 'set', value }],
    })

    const first = await start(GOOD)
    const model = (await first.rest('POST', '/models', { ...keyed, settings: { ...settings, api_key: KEY } }))
      .data as ModelConfigView
    await first.rest('POST', '/models', { name: 'Practice', driver: 'practice', settings: {} })
    expect((await first.rest('POST', '/settings/save', password('hunter2', 0))).status).toBe(200)
    const agent = (await first.rest('POST', '/agents', { name: 'Ada' })).data as { id: number }
    const chat = (await first.rest('POST', '/tasks', { agent_id: agent.id, prompt: 'Hello' })).data as TaskView
    const said = await ended(first, chat.id)
    expect(said.final_response).toBe('Good day.')
    await first.close()

    const app = await start(broken)
    const { rest } = app
    const list = (await rest('GET', '/models')).data as ModelConfigView[]
    expect(list.map(each => each.secrets.api_key?.needs_reentry)).toEqual([true, undefined])
    const view = (await rest('POST', '/settings/get', MAIL_SETTINGS)).data as SettingsView
    expect(view.fields.map(each => each.secret?.needs_reentry)).toContain(true)
    expect(view.missing_required.map(({ key }) => key)).toEqual(['password'])
    // History opens as it was, and what needs no key goes on.
    expect(((await rest('GET', '/tasks')).data as TaskSummary[]).map(({ id }) => id)).toEqual([chat.id])
    expect((await rest('GET', `/tasks/${chat.id}`)).data).toEqual(said)
    await rest('POST', `/tasks/${chat.id}/continue`, { prompt: 'And now?' })
    const failed = await ended(app, chat.id)
    expect(failed.error).toMatchObject({ code: 'SECRET_NEEDS_REENTRY', action: 'fix_model' })
    await rest('POST', '/models/2/default')
    await rest('POST', `/tasks/${chat.id}/retry`)
    expect(await ended(app, chat.id)).toMatchObject({ status: 'COMPLETED', error: null })

    // Entered again it works, where the key store takes it; else that is said, and nothing is lost.
    const saved = await rest('POST', '/models', { ...keyed, id: model.id, settings: { ...settings, api_key: KEY } })
    expect(saved.status).toBe(stores ? 200 : 503)
    if (!stores) expect(saved.error).toMatchObject({ code: 'SECRET_STORE_UNAVAILABLE' })
    await app.close()
    const repaired = await start(afterwards)
    const [again] = (await repaired.rest('GET', '/models')).data as ModelConfigView[]
    expect(again?.secrets.api_key).toMatchObject({ set: true, needs_reentry: false })
  },
)

test('L3: a key store that did not answer when the first key was saved is asked again when that is saved again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spora-late-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let silent = true
  const answer: KeyStorePort['encryptStringAsync'] = plain =>
    silent ? new Promise(() => {}) : GOOD.encryptStringAsync(plain)
  const files = { choice: join(folder, 'key-file.json'), answerMs: 50 }
  const vault = await keyStoreWhenNeeded({ ...GOOD, encryptStringAsync: answer }, join(folder, 'vault.json'), files)
  const { rest } = await servedApp({}, {}, { vault })
  const settings = { base_url: 'http://127.0.0.1:9', model: 'm', api_key: KEY }
  const save = () => rest('POST', '/models', { name: 'Keyed', driver: 'openai_compatible', settings })
  expect(await save()).toMatchObject({ status: 503, error: { message: expect.stringContaining('then save again') } })
  silent = false
  expect(await save()).toMatchObject({ status: 200, data: { secrets: { api_key: { needs_reentry: false } } } })
})

test('B162, C5: secrets of the key file open when it is chosen, and the tool that missed one is ready at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spora-chosen-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataFolder = join(folder, 'data')
  const keyFile = join(folder, 'vault.key')
  const served = await servedApp({ acme: MAIL }, {}, { dataFolder, vault: createFileVault(keyFile) })
  const changes = [{ key: 'password', action: 'set', value: 'hunter2' }]
  expect((await served.rest('POST', '/settings/save', { ...MAIL_SETTINGS, revision: 0, changes })).status).toBe(200)
  await served.close()

  const none = await createKeyStoreVault(keyStore('gnome_libsecret', { available: false }), join(folder, 'vault.json'))
  const vault = orKeyFile(none, { keyFile, choice: join(folder, 'key-file.json') })
  const { rest } = await servedApp({ acme: MAIL }, {}, { dataFolder, vault })
  const tool = async () =>
    (await rest('GET', `/tools/by-class?tool_class=${encodeURIComponent(MAIL_SETTINGS.tool_class)}`)).data
  expect(await tool()).toMatchObject({ state: 'needs_configuration', missing_required: [{ key: 'password' }] })
  expect((await rest('POST', '/system/key-file')).status).toBe(200)
  expect(await tool()).toMatchObject({ state: 'off', missing_required: [] })
})
