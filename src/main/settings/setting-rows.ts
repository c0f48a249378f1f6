import type { JsonValue } from '@spora/sdk'
import type { Statement } from 'better-sqlite3'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import type { SettingsPlace } from './secret-fields.ts'

/** Which row of the cascade: one for everybody, one a user, one an agent. */
export type RowKey =
  | { readonly layer: 'global' }
  | { readonly layer: 'user'; readonly userId: number }
  | { readonly layer: 'agent'; readonly agentId: number }

export interface SettingRow {
  readonly key: RowKey
  readonly settings: Readonly<Record<string, JsonValue>>
  /** 0 when nothing was ever stored. */
  readonly revision: number
}

const tables = {
  global: { name: 'tool_configurations', owner: null },
  user: { name: 'tool_user_settings', owner: 'user_id' },
  agent: { name: 'agent_tool_overrides', owner: 'agent_id' },
} as const

/** The three tables that hold what was set for tools. What is in a row is the cascade's business. */
export class SettingRows {
  readonly #database: Database
  readonly #read: Readonly<Record<RowKey['layer'], Statement>>

  constructor(database: Database) {
    this.#database = database
    const prepare = (layer: RowKey['layer']) => {
      const { name, owner } = tables[layer]
      const where = owner ? `tool_class = ? AND ${owner} = ?` : 'tool_class = ?'
      return database.sqlite.prepare(`SELECT settings, revision FROM ${name} WHERE ${where}`)
    }
    this.#read = { global: prepare('global'), user: prepare('user'), agent: prepare('agent') }
  }

  read(toolClass: string, key: RowKey): SettingRow {
    const row = this.#read[key.layer].get(toolClass, ...ownerOf(key)) as
      | { settings: string; revision: number }
      | undefined
    return { key, settings: row ? parse(row.settings) : {}, revision: row?.revision ?? 0 }
  }

  /** Every row of the tool. */
  all(toolClass: string): SettingRow[] {
    const { sqlite } = this.#database
    const users = sqlite.prepare('SELECT user_id FROM tool_user_settings WHERE tool_class = ?').pluck().all(toolClass)
    const agents = sqlite
      .prepare('SELECT agent_id FROM agent_tool_overrides WHERE tool_class = ?')
      .pluck()
      .all(toolClass)
    const keys: RowKey[] = [
      { layer: 'global' },
      ...(users as number[]).map(userId => ({ layer: 'user', userId }) as const),
      ...(agents as number[]).map(agentId => ({ layer: 'agent', agentId }) as const),
    ]
    return keys.map(key => this.read(toolClass, key)).filter(row => row.revision > 0)
  }

  /** The tool classes an agent has settings of its own for. */
  ofAgent(agentId: number): string[] {
    return this.#database.sqlite
      .prepare('SELECT tool_class FROM agent_tool_overrides WHERE agent_id = ?')
      .pluck()
      .all(agentId) as string[]
  }

  /** Every row of every tool of the plugin. */
  dropPlugin(slug: string): void {
    const prefix = `${slug}/`
    for (const { name } of Object.values(tables))
      this.#database.sqlite.prepare(`DELETE FROM ${name} WHERE substr(tool_class, 1, ?) = ?`).run(prefix.length, prefix)
  }

  drop(toolClass: string, key: RowKey): void {
    const { name, owner } = tables[key.layer]
    this.#database.sqlite
      .prepare(`DELETE FROM ${name} WHERE tool_class = ?${owner ? ` AND ${owner} = ?` : ''}`)
      .run(toolClass, ...ownerOf(key))
  }

  write(toolClass: string, toolName: string, { key, settings, revision }: SettingRow): void {
    const { name, owner } = tables[key.layer]
    const columns = ['tool_class', 'settings', 'revision', 'updated_at', owner ?? 'tool_name']
    this.#database.sqlite
      .prepare(
        `INSERT INTO ${name} (${columns.join(', ')}) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (${owner ? `${owner}, ` : ''}tool_class)
         DO UPDATE SET settings = excluded.settings, revision = excluded.revision, updated_at = excluded.updated_at`,
      )
      .run(toolClass, JSON.stringify(settings), revision, now(), ...(owner ? ownerOf(key) : [toolName]))
  }
}

/** What a secret of this row is bound to: not the row's number, which may be given out again. */
export function placeOf(toolClass: string, key: RowKey): SettingsPlace {
  return { table: tables[key.layer].name, row: [...ownerOf(key), toolClass].join('|') }
}

function ownerOf(key: RowKey): number[] {
  if (key.layer === 'user') return [key.userId]
  return key.layer === 'agent' ? [key.agentId] : []
}

function parse(text: string): Record<string, JsonValue> {
  const value = JSON.parse(text) as unknown
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, JsonValue>)
    : {}
}
