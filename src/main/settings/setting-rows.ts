import type { JsonValue } from '@spora/sdk'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { KeptRows } from '../storage/kept-rows.ts'
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
  readonly #kept: Readonly<Record<RowKey['layer'], KeptRows<SettingRow>>>
  readonly #nothing = { global: new Map(), user: new Map(), agent: new Map() } satisfies Record<
    RowKey['layer'],
    Map<number, SettingRow>
  >

  constructor(database: Database) {
    this.#database = database
    this.#kept = {
      global: keptRows(database, 'global'),
      user: keptRows(database, 'user'),
      agent: keptRows(database, 'agent'),
    }
  }

  /** Grows with each write. */
  get version(): number {
    return this.#kept.global.version + this.#kept.user.version + this.#kept.agent.version
  }

  /** The same object until something is written there. */
  read(toolClass: string, key: RowKey): SettingRow {
    const owner = ownerIn(key) ?? 0
    return this.#kept[key.layer].get(owner, toolClass) ?? this.#nothingOf(key, owner)
  }

  #nothingOf(key: RowKey, owner: number): SettingRow {
    const nothing: Map<number, SettingRow> = this.#nothing[key.layer]
    const known = nothing.get(owner)
    if (known) return known
    const row = { key, settings: {}, revision: 0 }
    nothing.set(owner, row)
    return row
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

function keptRows(database: Database, layer: RowKey['layer']): KeptRows<SettingRow> {
  const { name, owner } = tables[layer]
  const columns = `SELECT tool_class, settings, revision FROM ${name}`
  const all = database.sqlite.prepare(owner ? `${columns} WHERE ${owner} = ?` : columns)
  const one = database.sqlite.prepare(`${columns} WHERE tool_class = ?${owner ? ` AND ${owner} = ?` : ''}`)
  const settingRow = ({ settings, revision }: Stored, id: number): SettingRow => ({
    key: keys[layer](id),
    settings: parse(settings),
    revision,
  })
  return new KeptRows({
    database,
    table: name,
    owner,
    all(id) {
      const rows = all.all(...(owner ? [id] : [])) as Stored[]
      return new Map(rows.map(row => [row.tool_class, settingRow(row, id)]))
    },
    one(id, toolClass) {
      const row = one.get(toolClass, ...(owner ? [id] : [])) as Stored | undefined
      return row && settingRow(row, id)
    },
  })
}

interface Stored {
  readonly tool_class: string
  readonly settings: string
  readonly revision: number
}

const keys: Record<RowKey['layer'], (owner: number) => RowKey> = {
  global: () => ({ layer: 'global' }),
  user: userId => ({ layer: 'user', userId }),
  agent: agentId => ({ layer: 'agent', agentId }),
}

function ownerOf(key: RowKey): number[] {
  const owner = ownerIn(key)
  return owner === null ? [] : [owner]
}

function ownerIn(key: RowKey): number | null {
  if (key.layer === 'user') return key.userId
  return key.layer === 'agent' ? key.agentId : null
}

function parse(text: string): Record<string, JsonValue> {
  const value = JSON.parse(text) as unknown
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, JsonValue>)
    : {}
}
