import { isDeepStrictEqual } from 'node:util'
import type { Database } from '../storage/database.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { resolveAs } from './multi-select.ts'
import type { ResolvedSetting } from './resolve-settings.ts'
import type { SettingCascade } from './setting-cascade.ts'
import type { SettingRow } from './setting-rows.ts'

export interface MissingSetting {
  readonly key: string
  readonly label: string
}

/** What a request to a model needs to know of a tool's settings. */
export interface ToldSettings {
  /** Required settings without a value (C5). */
  readonly missing: readonly MissingSetting[]
  /** The `[Effective Configuration]` block (C6), or ''. */
  readonly block: string
  /** False: it can change without a write, with a skill's file on the disk or a vault that opens. */
  readonly settled: boolean
}

interface Sources {
  /** Grows when something else that a block can speak of changes. */
  version(): number
  block(resolved: readonly ResolvedSetting[], userId: number | null): string
  missing(resolved: readonly ResolvedSetting[]): readonly MissingSetting[]
}

interface Kept {
  readonly rows: readonly SettingRow[]
  readonly version: number
  told: ToldSettings
}

const NOTHING: ToldSettings = { missing: [], block: '', settled: true }

/** Made once, and the same object until a row it was made from is another one, or a name in it. */
export class KeptToldSettings {
  readonly #kept = new WeakMap<RegisteredTool, Map<number | null, Kept>>()

  constructor(
    readonly database: Pick<Database, 'sqlite'>,
    readonly cascade: SettingCascade,
    readonly sources: Sources,
  ) {}

  of(tool: RegisteredTool, agentId: number | null, userId: number | null): ToldSettings {
    if (tool.metadata.settings.length === 0) return NOTHING
    const rows = this.cascade.rowsFor(tool.toolClass, { agentId, userId })
    const version = this.sources.version()
    const kept = this.#kept.get(tool)?.get(agentId)
    if (kept && kept.version === version && sameRows(kept.rows, rows)) {
      if (!kept.told.settled) kept.told = this.#told(tool, rows, userId, kept.told)
      return kept.told
    }
    const told = this.#told(tool, rows, userId)
    // What a transaction has written may yet be undone.
    if (!this.database.sqlite.inTransaction) this.#keep(tool, agentId, { rows, version, told })
    return told
  }

  #told(tool: RegisteredTool, rows: readonly SettingRow[], userId: number | null, before?: ToldSettings): ToldSettings {
    const resolved = this.cascade.resolveRows(tool, rows)
    const told = {
      missing: this.sources.missing(resolved),
      block: this.sources.block(resolved, userId),
      settled: !speaksOfSkills(tool) && !resolved.some(isLocked),
    }
    return before && isDeepStrictEqual(before, told) ? before : told
  }

  #keep(tool: RegisteredTool, agentId: number | null, kept: Kept): void {
    const agents = this.#kept.get(tool) ?? new Map<number | null, Kept>()
    this.#kept.set(tool, agents)
    agents.set(agentId, kept)
  }
}

function sameRows(some: readonly SettingRow[], others: readonly SettingRow[]): boolean {
  return some.length === others.length && some.every((row, index) => row === others[index])
}

/** There, but not to be opened now. */
function isLocked({ secret }: ResolvedSetting): boolean {
  return secret?.set === true && secret.needs_reentry && !secret.moved
}

function speaksOfSkills({ metadata }: RegisteredTool): boolean {
  return metadata.settings.some(
    setting => setting.exposeToLlm === true && setting.type === 'multi-select' && resolveAs(setting) === 'skill',
  )
}
