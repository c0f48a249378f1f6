import type { ModelDraft } from '../../shared/contract/models.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { DriverOptions } from './driver-options.ts'
import { type DriverKind, driverKind } from './driver-table.ts'
import { noProxy, type ProxyLookup } from './http/proxies.ts'
import { LearnedTraits, type ModelTraits } from './learned-traits.ts'
import type { DecodedConfiguration, ModelConfigStore } from './model-config-store.ts'
import type { ModelDriver } from './model-driver.ts'

export interface AgentDriver {
  readonly driver: ModelDriver
  readonly config: {
    readonly id: number
    readonly name: string
    /** Tokens, when the operator has said so. */
    readonly contextWindow?: number | null
    readonly maxOutputTokens?: number | null
  }
}

/** Builds the driver an agent talks through. */
export class DriverFactory {
  readonly #store: ModelConfigStore
  readonly #proxyFor: ProxyLookup
  /** By configuration, for as long as none of them changes: an agent asks at every step. */
  readonly #built = new Map<number, { readonly version: number; readonly made: AgentDriver }>()

  constructor(store: ModelConfigStore, proxyFor: ProxyLookup = noProxy) {
    this.#store = store
    this.#proxyFor = proxyFor
  }

  driverFor(agentId: number): AgentDriver {
    const id = this.#store.configFor(agentId)
    if (id === null)
      throw new SporaError(
        'NO_LLM_CONFIGURATION',
        'No model is set up for this agent. Add one in Settings → Models, or choose one for the agent.',
        { agent_id: agentId },
      )
    const { version } = this.#store
    const built = this.#built.get(id)
    if (built?.version === version) return built.made
    const configuration = this.#store.decodeSettings(id)
    const { name, contextWindow, maxOutputTokens } = configuration
    const made = { driver: this.#build(configuration), config: { id, name, contextWindow, maxOutputTokens } }
    this.#built.set(id, { version, made })
    return made
  }

  /** `more`: what a test of the draft adds. */
  fromDraft(
    draft: ModelDraft,
    more: Pick<DriverOptions, 'limits' | 'onAnswer' | 'learned'> = {},
  ): ReturnType<DriverKind['build']> {
    return this.#build(this.#store.decodeDraft(draft), more)
  }

  /** What the test of a form has found out. */
  tested(draft: ModelDraft, traits: ModelTraits): void {
    this.#writeDown(() => this.#store.tested(draft, traits))
  }

  /** It can be found out again; no answer is worth less because it could not be written down. */
  #writeDown(write: () => void): void {
    try {
      write()
    } catch {}
  }

  #build(
    { name, driver, settings, maxOutputTokens, id, traits, settingsHash }: DecodedConfiguration,
    more: Pick<DriverOptions, 'limits' | 'onAnswer' | 'learned'> = {},
  ): ReturnType<DriverKind['build']> {
    const kind = driverKind(driver)
    if (!kind)
      throw new SporaError(
        'NO_LLM_CONFIGURATION',
        `“${name}” is of a kind this version does not know. Choose another model.`,
        {
          id,
        },
      )
    const missing = kind.settings.find(({ key, required }) => required && !settings[key])
    if (missing)
      throw new SporaError('SETTINGS_MISSING', `“${name}” has no ${missing.label}. Enter it in Settings → Models.`, {
        id,
        key: missing.key,
      })
    try {
      return kind.build({
        name: id === null ? null : name,
        settings,
        maxOutputTokens,
        proxyFor: this.#proxyFor,
        ...(id === null
          ? {}
          : {
              learned: new LearnedTraits(traits, learnt =>
                this.#writeDown(() => this.#store.learnt(id, settingsHash, learnt)),
              ),
            }),
        ...more,
      })
    } catch {
      throw new SporaError(
        'SETTING_INVALID',
        `The settings of “${name}” make no model. Check its address in Settings → Models.`,
        { id },
      )
    }
  }
}
