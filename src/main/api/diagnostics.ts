import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { AppServices } from './app-services.ts'

const LOG_BYTES = 20_000
const COUNTED = ['agents', 'tasks', 'task_history', 'tool_calls', 'decisions', 'rules', 'memories', 'plugins'] as const

/**
 * What helps to find a fault, as text a person reads before they pass it on: a fixed list of facts. No names, messages,
 * arguments or addresses; the end of the log, which holds no secrets, loses them once more.
 */
export function diagnostics(services: AppServices): string {
  const { database, vault, shell, plugins, models, registry, secrets, version, dataFolder } = services
  const { sqlite, notices } = database
  const pragma = (name: string) => sqlite.pragma(name, { simple: true })
  const count = (table: string) => sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  const { node, electron, chrome } = process.versions
  const facts = {
    app: { version, mode: shell.mode },
    system: { platform: process.platform, arch: process.arch, node, electron, chrome },
    database: {
      sqlite: sqlite.prepare('SELECT sqlite_version()').pluck().get(),
      schema: pragma('user_version'),
      bytes: Number(pragma('page_count')) * Number(pragma('page_size')),
      journal: pragma('journal_mode'),
      notices: notices.map(({ code }) => code),
      rows: Object.fromEntries(COUNTED.map(table => [table, count(table)])),
    },
    secret_store: { reduced: vault.info.reduced },
    tools: registry.list().length,
    models: models.list().map(({ driver, is_default }) => ({ driver, is_default })),
    plugins: plugins.list().map(({ slug, version, state, error }) => ({ slug, version, state, error: error?.code })),
  }
  const log = endOf(join(dataFolder, 'logs/spora.log'))
  return secrets.hide(`${JSON.stringify(facts, null, 2)}\n\n${log || 'The log is empty.'}`)
}

/** Whole lines only: half a secret would not be recognised. */
function endOf(file: string): string {
  try {
    const handle = openSync(file, 'r')
    try {
      const { size } = fstatSync(handle)
      const bytes = Buffer.alloc(Math.min(size, LOG_BYTES))
      readSync(handle, bytes, 0, bytes.length, size - bytes.length)
      const text = bytes.toString()
      return size > LOG_BYTES ? text.slice(text.indexOf('\n') + 1) : text
    } finally {
      closeSync(handle)
    }
  } catch {
    return ''
  }
}
