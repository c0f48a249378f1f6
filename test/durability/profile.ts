import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { compose } from '../../src/main/compose.ts'
import { createFileVault } from '../../src/main/settings/file-vault.ts'
import { prepareDataFolder } from '../../src/main/storage/data-folder.ts'
import { openDatabase } from '../../src/main/storage/open-database.ts'

/** How many agents the file of `filledDatabase` has, each of about a page. */
export const AGENTS = 60

/** The whole program on a data folder, as the window reaches it. */
export function openProfile(dataFolder: string) {
  prepareDataFolder(dataFolder)
  const nothing = join(dataFolder, 'nothing')
  const app = compose({
    dataFolder,
    outFolder: nothing,
    pluginsFolder: nothing,
    skillsFolder: nothing,
    templatesFolder: nothing,
    vault: createFileVault(join(dataFolder, 'vault.key')),
    forkHost() {
      throw new Error('There is no plugin here.')
    },
    enforces: { net: false, fs: false, env: false },
    shell: { mode: 'serve', openExternal: async () => true, setLook() {} },
    version: '0.0.0',
  })
  return { app, window: createRouterClient(app.router, { context: {} }) }
}

export type Window = ReturnType<typeof openProfile>['window']

/** What a window asks for first: all of it must be answered before a person sees anything. */
export async function firstLook(window: Window) {
  const [{ notices }, preferences, agents, chats, waiting] = await Promise.all([
    window.system.info(),
    window.system.preferences(),
    window.agents.list({}),
    window.tasks.list({}),
    window.calls.pending(),
  ])
  return { notices, preferences, agents, chats, waiting }
}

/** The bytes of a database with many pages, properly closed. */
export function filledDatabase(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'spora-filled-'))
  try {
    const database = openDatabase(join(folder, 'spora.db'))
    const insert = database.sqlite.prepare(
      `INSERT INTO agents (principal_id, name, description, system_prompt, max_steps, allow_followup, retry_after_minutes,
         max_retries, archived, created_at, updated_at)
       VALUES (1, ?, '', ?, 10, 1, 0, 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    )
    database.transaction(() => {
      for (let agent = 1; agent <= AGENTS; agent++) insert.run(`Agent ${agent}`, 'Be brief. '.repeat(300))
    })
    database.close()
    return readFileSync(join(folder, 'spora.db'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
