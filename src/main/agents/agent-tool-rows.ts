import type { Effect } from '@spora/sdk'
import type { Database } from '../storage/database.ts'
import { KeptRows } from '../storage/kept-rows.ts'
import type { StoredOverride } from './effective-operations.ts'

type Overrides = ReadonlyMap<string, StoredOverride>
type Flag = 0 | 1 | null
type OverrideRow = [
  toolClass: string,
  operation: string,
  enabled: Flag,
  requiresApproval: Flag,
  chosenFor: Effect | null,
]

const NONE: Overrides = new Map()

/** What is stored of the tools of an agent, as it is read for every request to a model. */
export class AgentToolRows {
  readonly #enabled: KeptRows<true>
  readonly #overrides: KeptRows<Overrides>

  constructor(database: Database) {
    this.#enabled = enabledRows(database)
    this.#overrides = overrideRows(database)
  }

  /** Grows with each write. */
  get version(): number {
    return this.#enabled.version + this.#overrides.version
  }

  classes(agentId: number): ReadonlyMap<string, true> {
    return this.#enabled.of(agentId)
  }

  isEnabled(agentId: number, toolClass: string): boolean {
    return this.#enabled.get(agentId, toolClass) ?? false
  }

  /** The same object until something is written there. */
  overrides(agentId: number, toolClass: string): Overrides {
    return this.#overrides.get(agentId, toolClass) ?? NONE
  }
}

function enabledRows(database: Database): KeptRows<true> {
  const all = database.sqlite.prepare('SELECT tool_class FROM agent_tools WHERE agent_id = ?').pluck()
  const one = database.sqlite.prepare('SELECT 1 FROM agent_tools WHERE agent_id = ? AND tool_class = ?')
  return new KeptRows({
    database,
    table: 'agent_tools',
    owner: 'agent_id',
    all: agentId => new Map((all.all(agentId) as string[]).map(toolClass => [toolClass, true])),
    one: (agentId, toolClass) => (one.get(agentId, toolClass) ? true : undefined),
  })
}

function overrideRows(database: Database): KeptRows<Overrides> {
  const columns = `SELECT tool_class, operation, enabled, requires_approval, chosen_for
    FROM agent_tool_operation_overrides
    WHERE agent_id = ?`
  const all = database.sqlite.prepare(columns).raw()
  const one = database.sqlite.prepare(`${columns} AND tool_class = ?`).raw()
  return new KeptRows({
    database,
    table: 'agent_tool_operation_overrides',
    owner: 'agent_id',
    all: agentId => byClass(all.all(agentId) as OverrideRow[]),
    one: (agentId, toolClass) => byClass(one.all(agentId, toolClass) as OverrideRow[]).get(toolClass),
  })
}

function byClass(rows: readonly OverrideRow[]): Map<string, Overrides> {
  const classes = new Map<string, Map<string, StoredOverride>>()
  for (const [toolClass, operation, enabled, asks, chosenFor] of rows) {
    const overrides = classes.get(toolClass) ?? new Map<string, StoredOverride>()
    classes.set(toolClass, overrides)
    overrides.set(operation, { enabled: chosen(enabled), requiresApproval: chosen(asks), chosenFor })
  }
  return classes
}

function chosen(flag: Flag): boolean | null {
  return flag === null ? null : flag === 1
}
