import type { JsonValue } from '@spora/sdk'
import { eq } from 'drizzle-orm'
import type { Database } from '../storage/database.ts'
import { llmModelFindings } from '../storage/schema.ts'
import { canonicalJson, sha256 } from '../tools/canonical-json.ts'
import type { DriverKind } from './driver-table.ts'
import { type ModelTraits, NOTHING_KNOWN } from './learned-traits.ts'
import { PRICE_KEYS } from './prices.ts'

type Settings = Readonly<Record<string, JsonValue>>

/** The endpoint hears of none of these, so they change nothing of what was found out about it. */
const UNHEARD: ReadonlySet<string> = new Set([...PRICE_KEYS, 'timeout', 'idle_timeout'])

/** What settings are called among the findings: secrets, prices and time limits left out, defaults filled in. */
export function settingsHash({ driver, settings: declared }: DriverKind, settings: Settings): string {
  const values = declared
    .filter(({ key, type }) => type !== 'password' && !UNHEARD.has(key))
    .map(({ key, default: usual }) => [key, settings[key] ?? usual ?? null])
  return sha256(canonicalJson([driver, Object.fromEntries(values)]))
}

/** What was found out about the models of configurations (H8, H10). Findings about other settings count for nothing. */
export class FindingsStore {
  readonly #database: Database
  /** Of the form that was tested last, until it is saved. */
  #tested: { readonly hash: string; readonly traits: ModelTraits } | null = null

  constructor(database: Database) {
    this.#database = database
  }

  of(configId: number, hash: string): ModelTraits {
    const row = this.#database.orm.select().from(llmModelFindings).where(eq(llmModelFindings.configId, configId)).get()
    return row?.settingsSha256 === hash ? { tools: row.tools, refused: row.refused } : NOTHING_KNOWN
  }

  keep(configId: number, settingsSha256: string, { tools, refused }: ModelTraits): void {
    if (this.#tested?.hash === settingsSha256) this.#tested = null // older than this
    const found = { settingsSha256, tools, refused: [...refused] }
    this.#database.transaction(() =>
      this.#database.orm
        .insert(llmModelFindings)
        .values({ configId, ...found })
        .onConflictDoUpdate({ target: llmModelFindings.configId, set: found })
        .run(),
    )
  }

  tested(hash: string, traits: ModelTraits): void {
    this.#tested = { hash, traits }
  }

  /** Inside the transaction that saves a form: what its test found holds, and with new keys nothing else does. */
  saved(configId: number, hash: string, { newSecrets }: { readonly newSecrets: boolean }): void {
    const tested = this.#tested
    if (tested?.hash === hash) this.keep(configId, hash, tested.traits)
    else if (newSecrets)
      this.#database.orm.delete(llmModelFindings).where(eq(llmModelFindings.configId, configId)).run()
  }
}
