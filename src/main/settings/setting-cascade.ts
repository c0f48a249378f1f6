import type { SettingScope } from '../../shared/contract/settings.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { Database } from '../storage/database.ts'
import { OPERATOR_USER_ID } from '../storage/operator.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { type ResolvedSetting, resolveSettings } from './resolve-settings.ts'
import type { SettingLookups } from './setting-lookups.ts'
import { type RowKey, type SettingRow, SettingRows } from './setting-rows.ts'
import type { Vault } from './vault.ts'

/** Whose rows count. Null: that row of the cascade is left out. */
export interface People {
  readonly agentId: number | null
  readonly userId: number | null
}

const EVERYBODY: RowKey = { layer: 'global' }

/** Reads the stored rows that count for somebody, lowest first. */
export class SettingCascade {
  readonly rows: SettingRows
  readonly #database: Database
  readonly #vault: Vault
  readonly #lookups: SettingLookups

  constructor(database: Database, vault: Vault, lookups: SettingLookups) {
    this.rows = new SettingRows(database)
    this.#database = database
    this.#vault = vault
    this.#lookups = lookups
  }

  rowsFor(toolClass: string, { agentId, userId }: People): SettingRow[] {
    const rows = [this.rows.read(toolClass, EVERYBODY)]
    if (userId !== null) rows.push(this.rows.read(toolClass, { layer: 'user', userId }))
    if (agentId !== null) rows.push(this.rows.read(toolClass, { layer: 'agent', agentId }))
    return rows
  }

  resolve(tool: RegisteredTool, people: People): ResolvedSetting[] {
    if (tool.metadata.settings.length === 0) return []
    return this.resolveRows(tool, this.rowsFor(tool.toolClass, people))
  }

  resolveRows({ toolClass, metadata }: RegisteredTool, rows: readonly SettingRow[]): ResolvedSetting[] {
    return resolveSettings(this.#vault, toolClass, metadata.settings, rows)
  }

  /** The row that belongs to a scope. Refuses an agent that does not exist. */
  keyOf(scope: SettingScope): RowKey {
    if (scope.scope === 'global') return { layer: 'global' }
    if (scope.scope === 'user') return { layer: 'user', userId: OPERATOR_USER_ID }
    const { agent_id: agentId } = scope
    if (!this.#database.sqlite.prepare('SELECT 1 FROM agents WHERE id = ?').get(agentId))
      throw new SporaError('AGENT_NOT_FOUND', `There is no agent ${agentId}. Perhaps it was deleted.`)
    return { layer: 'agent', agentId }
  }

  /** Everybody whose rows lie under this one. */
  peopleOf(key: RowKey): People {
    if (key.layer === 'agent') return { agentId: key.agentId, userId: this.#lookups.agentOwner(key.agentId) }
    return { agentId: null, userId: key.layer === 'user' ? key.userId : null }
  }
}
