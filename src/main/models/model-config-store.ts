import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '@spora/sdk'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { DriverView, ModelConfigView, ModelDraft } from '../../shared/contract/models.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { EventBus } from '../events/event-bus.ts'
import { clearedSecret, openSecrets, type SettingsPlace, sealSecrets, secretViews } from '../settings/secret-fields.ts'
import type { Vault } from '../settings/vault.ts'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import { KeptValues } from '../storage/kept-values.ts'
import { nextNumber } from '../storage/next-number.ts'
import { agents, llmDriverConfigurations, preferences, principalMembers } from '../storage/schema.ts'
import type { DialectName } from '../tools/dialects/compile-for-dialect.ts'
import { type CheckedDraft, checkDraft, draftSettings, type StoredConfiguration } from './check-draft.ts'
import { driverKind, driverViews } from './driver-table.ts'
import { FindingsStore, settingsHash } from './findings-store.ts'
import { type ModelTraits, NOTHING_KNOWN, withLearnt } from './learned-traits.ts'

type Row = typeof llmDriverConfigurations.$inferSelect
type Values = Record<string, JsonValue>
export type ModelSave = ModelDraft & {
  readonly is_default?: boolean | undefined
  /** What the form was made from. */
  readonly known?: Pick<ModelConfigView, 'name' | 'settings'> | undefined
}

/** A configuration ready to build a driver from. Secrets in clear: it never leaves this folder. */
export interface DecodedConfiguration {
  readonly id: number | null
  readonly name: string
  readonly driver: string
  readonly settings: Readonly<Values>
  readonly contextWindow: number | null
  readonly maxOutputTokens: number | null
  /** What is known of its model; of a form, nothing. */
  readonly traits: ModelTraits
  /** Of the settings the traits belong to. */
  readonly settingsHash: string
}

/** The stored model configurations (M1). */
export class ModelConfigStore {
  readonly #database: Database
  readonly #vault: Vault
  readonly #events: EventBus
  readonly #findings: FindingsStore
  /** Prepared when they are first needed: that is after the window is there. */
  #prepared: ReturnType<typeof prepare> | undefined
  readonly #choices
  #version = 0

  constructor(parts: { readonly database: Database; readonly vault: Vault; readonly events: EventBus }) {
    this.#database = parts.database
    this.#vault = parts.vault
    this.#events = parts.events
    this.#findings = new FindingsStore(parts.database)
    this.#choices = new KeptValues({
      database: parts.database,
      rows: [
        { table: 'agents', updatesOf: ['id', 'llm_config_id', 'principal_id'] },
        { table: 'principal_members' },
        { table: 'preferences' },
        { table: 'llm_driver_configurations' },
      ],
      read: (agentId: number) => this.#choiceOf(agentId),
    })
  }

  get #statements() {
    this.#prepared ??= prepare(this.#database)
    return this.#prepared
  }

  /** Grows with each write; whoever keeps something made of a configuration keeps it beside this number. */
  get version(): number {
    return this.#version
  }

  drivers(): DriverView[] {
    return driverViews()
  }

  list(): ModelConfigView[] {
    return this.#rows().map(row => this.#view(row))
  }

  get(id: number): ModelConfigView {
    return this.#view(this.#row(id))
  }

  /** For old chats as well: null when the configuration is gone. */
  info(id: number): { id: number; name: string; is_ai: boolean } | null {
    const row = this.#find(id)
    return row ? { id: row.id, name: row.name, is_ai: driverKind(row.driver)?.isAi ?? true } : null
  }

  /** Whether saving the form stores a secret. */
  hasSecrets({ driver, settings }: ModelDraft): boolean {
    return driverKind(driver)?.settings.some(({ key, type }) => type === 'password' && !!settings[key]) ?? false
  }

  /** The first configuration becomes the default. */
  save({ known, ...draft }: ModelSave): ModelConfigView {
    const before = draft.id === undefined ? null : this.#row(draft.id)
    if (before && known) this.#refuseChanged(before, known)
    const checked = checkDraft(draft, before && stored(before))
    const id = this.#database.transaction(() => {
      const id = before?.id ?? this.#insert(checked)
      this.#write(id, draft, checked, before)
      this.#findings.saved(id, settingsHash(checked.kind, checked.values), {
        newSecrets: hasNewSecrets(draft, checked),
      })
      const isFirst = this.#defaultId() === null && this.#count() === 1
      if (draft.is_default || isFirst) this.#makeDefault(id)
      else if (draft.is_default === false && before?.isDefault) this.#clearDefault()
      return id
    })
    this.#changed(id)
    return this.get(id)
  }

  /** Agents that named it follow the default again. */
  remove(id: number): { removed: boolean } {
    const { changes } = this.#database.transaction(() =>
      this.#database.orm.delete(llmDriverConfigurations).where(eq(llmDriverConfigurations.id, id)).run(),
    )
    if (changes > 0) this.#changed(id)
    return { removed: changes > 0 }
  }

  setDefault(id: number): ModelConfigView {
    this.#row(id)
    this.#database.transaction(() => this.#makeDefault(id))
    this.#changed(id)
    return this.get(id)
  }

  /** The agent's own, else its owner's preference, else the default; null when there is none. */
  configFor(agentId: number): number | null {
    return this.#choices.get(agentId)
  }

  #choiceOf(agentId: number): number | null {
    const agent = this.#statements.agent.get({ id: agentId })
    if (!agent) throw new SporaError('AGENT_NOT_FOUND', 'This agent is gone.', { id: agentId })
    if (agent.llmConfigId !== null) return agent.llmConfigId
    return this.#preferred(agent.principalId) ?? this.#defaultId()
  }

  /** The dialect of the model an agent would use now, without an agent of the default one; null when there is none. */
  dialectFor(agentId: number | null): DialectName | null {
    const id = agentId === null ? this.#defaultId() : this.configFor(agentId)
    const row = id === null ? undefined : this.#find(id)
    const kind = row && driverKind(row.driver)
    if (!row || !kind) return null
    const values = kind.settings.map(({ key, default: declared }) => [key, row.settings[key] ?? declared ?? null])
    return kind.dialect(Object.fromEntries(values))
  }

  /** The only reader of their secrets. */
  decodeSettings(id: number): DecodedConfiguration {
    const row = this.#row(id)
    const kind = driverKind(row.driver)
    const views = secretViews(this.#vault, kind?.settings ?? [], row.settings, placeOf(id))
    const lost = kind?.settings.find(({ key }) => views[key]?.needs_reentry)
    if (lost)
      throw new SporaError(
        'SECRET_NEEDS_REENTRY',
        `The ${lost.label} of “${row.name}” cannot be read any more. Enter it again in Settings → Models.`,
        { id, key: lost.key },
      )
    const settings: Values = {}
    const opened = openSecrets(this.#vault, kind?.settings ?? [], row.settings, placeOf(id))
    for (const { key, default: declared } of kind?.settings ?? []) {
      const value = opened[key] ?? declared ?? null
      if (value !== null) settings[key] = value
    }
    return {
      id,
      name: row.name,
      driver: row.driver,
      settings,
      contextWindow: row.contextWindow,
      maxOutputTokens: row.maxOutputTokens,
      ...this.#known(row),
    }
  }

  /** What a driver made of these settings has found out in use. */
  learnt(id: number, settingsHash: string, learnt: Partial<ModelTraits>): void {
    if (this.#database.lookOnly) return
    const row = this.#find(id)
    const known = row && this.#known(row)
    if (known?.settingsHash !== settingsHash) return
    this.#findings.keep(id, settingsHash, withLearnt(known.traits, learnt))
    this.#events.changed('models', id)
  }

  /** What a test of a form has found out: it replaces what was known of the same settings, or waits until they are saved. */
  tested(draft: ModelDraft, traits: ModelTraits): void {
    if (this.#database.lookOnly) return
    const row = draft.id === undefined ? null : this.#row(draft.id)
    const checked = checkDraft(draft, row && stored(row))
    const hash = settingsHash(checked.kind, checked.values)
    if (!row || this.#known(row).settingsHash !== hash || hasNewSecrets(draft, checked)) {
      this.#findings.tested(hash, traits)
      return
    }
    this.#findings.keep(row.id, hash, traits)
    this.#changed(row.id)
  }

  /** Names of the models that are known to call tools. */
  thatCallTools(): string[] {
    return this.#rows()
      .filter(row => driverKind(row.driver)?.isAi && this.#known(row).traits.tools === 'calls')
      .map(({ name }) => name)
  }

  /** A form that is not saved yet, with the stored secrets it leaves alone. */
  decodeDraft(draft: ModelDraft): DecodedConfiguration {
    const row = draft.id === undefined ? null : this.#row(draft.id)
    const before = row && stored(row)
    const checked = checkDraft(draft, before)
    const settings = draftSettings(checked, before, this.#vault)
    const maxOutputTokens = draft.max_output_tokens ?? null
    return {
      id: draft.id ?? null,
      name: draft.name,
      driver: draft.driver,
      settings,
      contextWindow: draft.context_window ?? null,
      maxOutputTokens,
      traits: NOTHING_KNOWN,
      settingsHash: settingsHash(checked.kind, settings),
    }
  }

  #view(row: Row): ModelConfigView {
    const kind = driverKind(row.driver)
    const secrets = secretViews(this.#vault, kind?.settings ?? [], row.settings, placeOf(row.id))
    const plain = (kind?.settings ?? []).filter(({ type }) => type !== 'password')
    const settings = plain.flatMap(({ key }) => (row.settings[key] === undefined ? [] : [[key, row.settings[key]]]))
    const { tools, refused } = this.#known(row).traits
    const used = and(eq(agents.llmConfigId, row.id), eq(agents.archived, false))
    return {
      id: row.id,
      name: row.name,
      driver: row.driver,
      driver_name: kind?.name ?? row.driver,
      is_ai: kind?.isAi ?? true,
      is_default: row.isDefault,
      settings: Object.fromEntries(settings),
      secrets,
      context_window: row.contextWindow,
      max_output_tokens: row.maxOutputTokens,
      tools,
      refused_parameters: [...refused],
      used_by_agents: this.#database.orm.select({ n: count() }).from(agents).where(used).get()?.n ?? 0,
    }
  }

  #known({ id, driver, settings }: Row): Pick<DecodedConfiguration, 'traits' | 'settingsHash'> {
    const kind = driverKind(driver)
    if (!kind) return { traits: NOTHING_KNOWN, settingsHash: '' }
    const hash = settingsHash(kind, settings)
    return { traits: this.#findings.of(id, hash), settingsHash: hash }
  }

  #rows(): Row[] {
    return this.#database.orm.select().from(llmDriverConfigurations).orderBy(asc(llmDriverConfigurations.id)).all()
  }

  #insert(checked: CheckedDraft): number {
    const row = {
      id: nextNumber(this.#database, 'llm_driver_configurations'),
      name: checked.name,
      driver: checked.kind.driver,
      settings: {},
      isDefault: false,
      createdAt: now(),
      updatedAt: now(),
    }
    return this.#database.orm.insert(llmDriverConfigurations).values(row).returning().get().id
  }

  #write(id: number, draft: ModelDraft, checked: CheckedDraft, before: Row | null): void {
    const { values, kept, kind } = checked
    const keptSecrets = Object.fromEntries([...kept].map(key => [key, before?.settings[key] ?? null]))
    const settings = {
      ...undeclared(
        before,
        kind.settings.map(({ key }) => key),
      ),
      ...sealSecrets(this.#vault, kind.settings, values, placeOf(id), keptSecrets),
      ...this.#cleared(draft, checked, before),
    }
    const change = {
      name: checked.name,
      driver: kind.driver,
      settings,
      updatedAt: now(),
      ...(draft.context_window === undefined ? {} : { contextWindow: draft.context_window }),
      ...(draft.max_output_tokens === undefined ? {} : { maxOutputTokens: draft.max_output_tokens }),
    }
    this.#database.orm.update(llmDriverConfigurations).set(change).where(eq(llmDriverConfigurations.id, id)).run()
  }

  #refuseChanged(row: Row, known: NonNullable<ModelSave['known']>): void {
    const { name, settings } = this.#view(row)
    if (isDeepStrictEqual({ name, settings }, { ...known })) return
    throw new SporaError(
      'REVISION_CONFLICT',
      `“${name}” was changed elsewhere meanwhile. Look at the new values, then save again.`,
      { id: row.id },
    )
  }

  /** A key that another origin must not get is asked for again; one that was taken out on purpose is not. */
  #cleared(draft: ModelDraft, { kind, values, kept }: CheckedDraft, before: Row | null): Values {
    const lost = kind.settings.filter(
      ({ key, type }) =>
        type === 'password' &&
        draft.settings[key] === undefined &&
        before?.settings[key] !== undefined &&
        values[key] === undefined &&
        !kept.has(key),
    )
    return Object.fromEntries(lost.map(({ key }) => [key, clearedSecret({ moved: true })]))
  }

  #changed(id: number): void {
    this.#version++
    this.#events.changed('models', id)
  }

  #makeDefault(id: number): void {
    this.#clearDefault()
    this.#setDefault(id, true)
  }

  #clearDefault(): void {
    const current = this.#defaultId()
    if (current !== null) this.#setDefault(current, false)
  }

  #setDefault(id: number, isDefault: boolean): void {
    this.#database.orm
      .update(llmDriverConfigurations)
      .set({ isDefault })
      .where(eq(llmDriverConfigurations.id, id))
      .run()
  }

  #defaultId(): number | null {
    return this.#statements.isDefault.get()?.id ?? null
  }

  #count(): number {
    return this.#database.orm.select({ n: count() }).from(llmDriverConfigurations).get()?.n ?? 0
  }

  /** `llm_config_id` among the owner's preferences, while that configuration exists. */
  #preferred(principalId: number): number | null {
    const owner = this.#statements.owner.get({ principalId })
    const id = owner && this.#statements.preferences.get({ userId: owner.userId })?.settings.llm_config_id
    return typeof id === 'number' && this.#find(id) ? id : null
  }

  #row(id: number): Row {
    const row = this.#find(id)
    if (!row) throw new SporaError('MODEL_NOT_FOUND', 'This model configuration is gone.', { id })
    return row
  }

  #find(id: number): Row | undefined {
    return this.#statements.find.get({ id })
  }
}

function prepare({ orm }: Database) {
  const { id, isDefault } = llmDriverConfigurations
  const { principalId, role, position, userId } = principalMembers
  return {
    agent: orm
      .select({ llmConfigId: agents.llmConfigId, principalId: agents.principalId })
      .from(agents)
      .where(eq(agents.id, sql.placeholder('id')))
      .prepare(),
    find: orm
      .select()
      .from(llmDriverConfigurations)
      .where(eq(id, sql.placeholder('id')))
      .prepare(),
    isDefault: orm.select({ id }).from(llmDriverConfigurations).where(eq(isDefault, true)).prepare(),
    owner: orm
      .select({ userId })
      .from(principalMembers)
      .where(and(eq(principalId, sql.placeholder('principalId')), eq(role, 'owner')))
      .orderBy(asc(position))
      .limit(1)
      .prepare(),
    preferences: orm
      .select()
      .from(preferences)
      .where(eq(preferences.userId, sql.placeholder('userId')))
      .prepare(),
  }
}

function placeOf(id: number): SettingsPlace {
  return { table: 'llm_driver_configurations', row: String(id) }
}

function stored(row: Row): StoredConfiguration {
  return { settings: row.settings, place: placeOf(row.id) }
}

/** Also when one was taken out. */
function hasNewSecrets(draft: ModelDraft, { kind }: CheckedDraft): boolean {
  return kind.settings.some(({ key, type }) => type === 'password' && draft.settings[key] !== undefined)
}

/** Keys of an older version stay, unused and never sent (B157). */
function undeclared(before: Row | null, declared: readonly string[]): Values {
  return Object.fromEntries(Object.entries(before?.settings ?? {}).filter(([key]) => !declared.includes(key)))
}
