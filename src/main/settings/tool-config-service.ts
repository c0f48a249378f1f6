import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '@spora/sdk'
import type { SettingChange, SettingScope, SettingsView } from '../../shared/contract/settings.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { Database } from '../storage/database.ts'
import { OPERATOR_USER_ID } from '../storage/operator.ts'
import { watchRows } from '../storage/watch-rows.ts'
import { brief } from '../tools/quote.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { shownName } from '../tools/shown-name.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import { checkChanges, type FieldProblem } from './check-changes.ts'
import { effectiveConfiguration, type LlmToolSetting, llmToolSettings } from './effective-configuration.ts'
import { maskSecrets } from './mask-secrets.ts'
import { MOST_SETTINGS, tooManySettings } from './most-settings.ts'
import { isEmpty, type ResolvedSetting } from './resolve-settings.ts'
import { sealPlainSecrets } from './seal-plain-secrets.ts'
import {
  clearedSecret,
  isStoredSecret,
  openSecret,
  type SettingsPlace,
  sealSecret,
  secretPlace,
  secretView,
} from './secret-fields.ts'
import { SettingCascade } from './setting-cascade.ts'
import { settingFieldViews } from './setting-field-views.ts'
import type { SettingLookups, SettingOption } from './setting-lookups.ts'
import { placeOf, type SettingRow } from './setting-rows.ts'
import { dataSource, settingSchemaViews } from './setting-schema-views.ts'
import { KeptToldSettings, type MissingSetting, type ToldSettings } from './told-settings.ts'
import type { Vault } from './vault.ts'
import { writeAndClearMoved } from './write-settings.ts'

export interface ToolConfigParts {
  readonly database: Database
  readonly registry: ToolRegistry
  readonly vault: Vault
  readonly events: EventBus
  readonly lookups: SettingLookups
}

/** The settings of tools: the only reader (C7) and the only writer of the three tables they stand in. */
export class ToolConfigService {
  readonly #parts: ToolConfigParts
  readonly #cascade: SettingCascade
  readonly #told: KeptToldSettings
  /** How often the name of an agent changed: it may stand in what a model is told. */
  #names = 0

  constructor(parts: ToolConfigParts) {
    this.#parts = parts
    this.#cascade = new SettingCascade(parts.database, parts.vault, parts.lookups)
    this.#told = new KeptToldSettings(parts.database, this.#cascade, {
      version: () => this.#names,
      block: (resolved, userId) => effectiveConfiguration(...this.#words(resolved, userId)),
      missing,
    })
    const names = { table: 'agents', columns: ['id'], updatesOf: ['name', 'principal_id'] }
    watchRows(parts.database, names, () => this.#names++)
    this.#sealPlainSecrets()
    parts.registry.onChange(() => this.#sealPlainSecrets())
  }

  /** Grows with each write; whoever caches something made from settings keeps it beside this number. */
  get version(): number {
    return this.#cascade.rows.version + this.#names
  }

  /** Every declared setting that has a value; secrets in clear, for the tool alone. */
  getEffectiveSettings(toolClass: string, agentId: number | null, userId: number | null): Record<string, JsonValue> {
    const resolved = this.#cascade.resolve(this.#tool(toolClass), { agentId, userId })
    const values = resolved.filter(({ value }) => value !== null).map(({ setting, value }) => [setting.key, value])
    const secrets = resolved.filter(({ secret }) => secret).map(({ setting }) => setting.key)
    return maskSecrets(Object.fromEntries(values), new Set(secrets))
  }

  /** What the model is told of the tool's settings: those marked `exposeToLlm`, as words. */
  getLlmToolSettings(toolClass: string, agentId: number | null, userId: number | null): LlmToolSetting[] {
    const resolved = this.#cascade.resolve(this.#tool(toolClass), { agentId, userId })
    return llmToolSettings(...this.#words(resolved, userId))
  }

  /** The same as the block that follows the tool's description, or ''. */
  effectiveConfiguration(toolClass: string, agentId: number | null, userId: number | null): string {
    return this.told(this.#tool(toolClass), agentId, userId).block
  }

  /** Required settings without a value, looking at the whole cascade (C5). */
  missingRequired(toolClass: string, agentId: number | null, userId: number | null): readonly MissingSetting[] {
    return this.told(this.#tool(toolClass), agentId, userId).missing
  }

  /** Both, as the same object until something of it changes. */
  told(tool: RegisteredTool, agentId: number | null, userId: number | null): ToldSettings {
    return this.#told.of(tool, agentId, userId)
  }

  /** Names what is stored for the tool now: whatever is saved in one of the rows that count makes it another one. */
  revisions(toolClass: string, agentId: number | null, userId: number | null): string {
    if (this.#tool(toolClass).metadata.settings.length === 0) return ''
    return this.#cascade
      .rowsFor(toolClass, { agentId, userId })
      .map(({ revision }) => revision)
      .join('.')
  }

  view(toolClass: string, scope: SettingScope): SettingsView {
    const tool = this.#tool(toolClass)
    const people = this.#cascade.peopleOf(this.#cascade.keyOf(scope))
    const rows = this.#cascade.rowsFor(toolClass, people)
    const own = rows.at(-1) as SettingRow
    const effective = this.#cascade.resolveRows(tool, rows)
    const without = this.#cascade.resolveRows(tool, rows.slice(0, -1))
    const declared = new Set(tool.metadata.settings.map(({ key }) => key))
    return {
      tool_class: toolClass,
      scope,
      revision: own.revision,
      fields: settingFieldViews(tool.metadata.settings, own, effective, without),
      missing_required: missing(effective),
      unused: Object.keys(own.settings).filter(key => !declared.has(key)),
      effective_configuration: this.effectiveConfiguration(toolClass, people.agentId, people.userId),
      secret_store: this.#parts.vault.info.name,
    }
  }

  /** Whether saving these changes stores a secret. */
  hasSecrets(toolClass: string, changes: readonly SettingChange[]): boolean {
    const { settings } = this.#tool(toolClass).metadata
    return changes.some(
      ({ key, action }) => action === 'set' && settings.some(each => each.key === key && each.type === 'password'),
    )
  }

  /** All of the changes or none. `revision` is the one the view had. */
  save(toolClass: string, scope: SettingScope, revision: number, changes: readonly SettingChange[]): SettingsView {
    const { database, events, vault } = this.#parts
    const tool = this.#tool(toolClass)
    if (new Set(changes.map(({ key }) => key)).size < changes.length)
      throw new SporaError('VALIDATION_ERROR', 'A setting stands twice in one save. Send each once.')
    if (changes.length > MOST_SETTINGS) throw new SporaError('IMPORT_TOO_LARGE', tooManySettings(changes.length))
    database.transaction(() => {
      const row = this.#cascade.rows.read(toolClass, this.#cascade.keyOf(scope))
      if (row.revision !== revision) throw conflict(tool, row.revision)
      const rows = this.#cascade.rowsFor(toolClass, this.#cascade.peopleOf(row.key)).slice(0, -1)
      const above = rows.map(({ settings }) => settings)
      const checked = checkChanges(tool.metadata.settings, changes, row.settings, above)
      if (checked.problems.length > 0) throw invalid(tool, checked.problems)
      writeAndClearMoved(
        this.#cascade,
        vault,
        tool,
        row,
        new Map(checked.changes.map(({ key, value }) => [key, value])),
      )
    })
    database.afterCommit(() => {
      events.changed('settings', toolClass)
      events.changed('tools', toolClass)
    })
    return this.view(toolClass, scope)
  }

  /** The choices of a multi-select. */
  options(toolClass: string, key: string): readonly SettingOption[] {
    const tool = this.#tool(toolClass)
    const setting = tool.metadata.settings.find(setting => setting.key === key)
    if (!setting) throw new SporaError('NOT_FOUND', `${shownName(tool.metadata)} has no setting “${brief(key)}”.`)
    const source = dataSource(setting)
    if (source) return this.#parts.lookups.options(source, OPERATOR_USER_ID) ?? []
    return (settingSchemaViews([setting])[0]?.options ?? []).map(option => ({ ...option, description: null }))
  }

  /** Gives a new agent the settings of another. A secret that cannot be opened has to be entered again. */
  copyAgentSettings(fromAgentId: number, toAgentId: number): void {
    const { database } = this.#parts
    database.transaction(() => {
      for (const toolClass of this.#cascade.rows.ofAgent(fromAgentId))
        this.copyToolSettings(toolClass, fromAgentId, toAgentId)
    })
  }

  /** The same for one tool. What the other agent has set for itself counts for the new one; the rest is inherited. */
  copyToolSettings(toolClass: string, fromAgentId: number, toAgentId: number): void {
    const { database, registry } = this.#parts
    const { rows } = this.#cascade
    const from = rows.read(toolClass, { layer: 'agent', agentId: fromAgentId })
    const to = rows.read(toolClass, { layer: 'agent', agentId: toAgentId })
    const settings = this.#resealed(from.settings, placeOf(toolClass, from.key), placeOf(toolClass, to.key))
    const toolName = registry.byClass(toolClass)?.metadata.tool.name ?? ''
    rows.write(toolClass, toolName, { ...to, settings, revision: to.revision + 1 })
    database.afterCommit(() => this.#parts.events.changed('settings', toolClass))
  }

  /** Forgets every layer of every tool of a plugin. */
  dropTools(slug: string): void {
    this.#cascade.rows.dropPlugin(slug)
  }

  /**
   * Every layer of one tool becomes that of another; a layer the other has already stays as it is. A secret that cannot
   * be opened now (the key store is locked, or another one has it) stands in both until a later move can open it, unless
   * it was changed in the new layer meanwhile.
   */
  moveTool(from: string, to: string, toolName: string): void {
    const { rows } = this.#cascade
    for (const row of rows.all(from)) {
      const { key } = row
      const own = rows.read(to, key)
      const coming = own.revision === 0 ? row.settings : secretsInBoth(row.settings, own.settings)
      const locked = this.#locked(coming, placeOf(from, key))
      const moved = { ...this.#resealed(coming, placeOf(from, key), placeOf(to, key)), ...locked }
      const settings = { ...own.settings, ...moved }
      if (own.revision === 0 || !isDeepStrictEqual(settings, own.settings))
        rows.write(to, toolName, { key, settings, revision: own.revision === 0 ? row.revision : own.revision + 1 })
      if (Object.keys(locked).length === 0) rows.drop(from, key)
      else rows.write(from, '', { ...row, settings: locked })
    }
  }

  /** What an agent has set for itself, without secrets: what a template may carry. */
  agentSettings(toolClass: string, agentId: number): Record<string, JsonValue> {
    const { settings } = this.#cascade.rows.read(toolClass, { layer: 'agent', agentId })
    const declared = this.#parts.registry.byClass(toolClass)?.metadata.settings ?? []
    const plain = new Set(declared.filter(({ type }) => type !== 'password').map(({ key }) => key))
    return Object.fromEntries(
      Object.entries(settings).filter(([key, value]) => plain.has(key) && !isStoredSecret(value)),
    )
  }

  /** The tool classes an agent has settings of its own for, also of tools that are not there now. */
  classesSetFor(agentId: number): string[] {
    return this.#cascade.rows.ofAgent(agentId)
  }

  /** The secrets that are there and cannot be opened now. */
  #locked(settings: Readonly<Record<string, JsonValue>>, place: SettingsPlace): Record<string, JsonValue> {
    const isLocked = ([key, value]: [string, JsonValue]) => {
      const { set, needs_reentry } = secretView(this.#parts.vault, value, secretPlace(place, key))
      return set && needs_reentry
    }
    return Object.fromEntries(Object.entries(settings).filter(isLocked))
  }

  /** Secrets are bound to their place. One that cannot be opened has to be entered again. */
  #resealed(
    settings: Readonly<Record<string, JsonValue>>,
    from: SettingsPlace,
    to: SettingsPlace,
  ): Record<string, JsonValue> {
    const { vault } = this.#parts
    const moved = Object.entries(settings).map(([name, value]) => {
      if (!isStoredSecret(value)) return [name, value]
      const plain = openSecret(vault, value, secretPlace(from, name))
      return [name, plain === null ? clearedSecret() : sealSecret(vault, plain, secretPlace(to, name))]
    })
    return Object.fromEntries(moved)
  }

  #sealPlainSecrets(): void {
    const { database, events, vault, registry } = this.#parts
    const seal = () => sealPlainSecrets(database, this.#cascade.rows, vault, registry.list())
    if (seal() || vault.info.asks === undefined) return
    // A key store that was left alone until now has something to keep: it is being asked.
    void vault.ready?.().then(() => {
      if (!database.sqlite.open) return // the app was closed meanwhile
      seal()
      events.changed('preferences')
    })
  }

  #words(all: readonly ResolvedSetting[], userId: number | null): Parameters<typeof llmToolSettings> {
    const { lookups } = this.#parts
    const resolved = all.filter(({ secret }) => !secret)
    return [
      resolved.map(({ setting }) => setting),
      Object.fromEntries(resolved.map(({ setting, value }) => [setting.key, value])),
      { agent: id => lookups.agentName(id, userId), skill: name => lookups.skill(name) },
    ]
  }

  #tool(toolClass: string): RegisteredTool {
    const { registry, lookups } = this.#parts
    const tool = registry.byClass(toolClass) ?? lookups.absentTool?.(toolClass)
    if (tool) return tool
    throw new SporaError(
      'TOOL_NOT_FOUND',
      `There is no tool ${brief(toolClass)}. Perhaps its plugin was removed or is off.`,
      {
        tool_class: toolClass,
      },
    )
  }
}

/** Secrets that stand in one row exactly as in the other. */
function secretsInBoth(
  one: Readonly<Record<string, JsonValue>>,
  other: Readonly<Record<string, JsonValue>>,
): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(one).filter(([key, value]) => isStoredSecret(value) && isDeepStrictEqual(value, other[key])),
  )
}

function missing(resolved: readonly ResolvedSetting[]): MissingSetting[] {
  return resolved
    .filter(({ setting, value }) => setting.required && isEmpty(value))
    .map(({ setting: { key, label } }) => ({ key, label }))
}

function conflict(tool: RegisteredTool, revision: number): SporaError {
  return new SporaError(
    'REVISION_CONFLICT',
    `The settings of ${shownName(tool.metadata)} were changed elsewhere meanwhile. Look at the new values, then save again.`,
    { revision },
  )
}

/** How many problems the sentence tells; all of them are in the details. */
const TOLD = 2

function invalid(tool: RegisteredTool, fields: readonly FieldProblem[]): SporaError {
  const label = (key: string) => tool.metadata.settings.find(setting => setting.key === key)?.label ?? key
  const words = fields.slice(0, TOLD).map(({ key, message }) => `${brief(label(key), 40)}: ${brief(message, 150)}`)
  const more = fields.length > TOLD ? [`And ${fields.length - TOLD} more.`] : []
  const sentence = [`${brief(shownName(tool.metadata), 60)} was not saved.`, ...words, ...more].join(' ')
  return new SporaError('SETTING_INVALID', sentence, { fields })
}
