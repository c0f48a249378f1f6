import { count, eq, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { now } from '../storage/clock.ts'
import type { Database } from '../storage/database.ts'
import {
  agents,
  agentToolOverrides,
  agentTools,
  plugins,
  toolConfigurations,
  toolUserSettings,
} from '../storage/schema.ts'
import type { BroughtFolders } from './brought-folders.ts'
import { type DescribedToolData, readDescribedTools } from './described-tool.ts'
import type { PluginManifest } from './manifest/plugin-manifest.ts'

export type PluginMode = 'shipped' | 'link' | 'copy'

export interface StoredPlugin {
  readonly slug: string
  readonly mode: PluginMode
  readonly path: string
  readonly digest: string | null
  readonly enabled: boolean
  readonly manifest: PluginManifest
  /** Why the app turned it off itself; null when a person did. */
  readonly stopped: { readonly code: string; readonly message: string } | null
  readonly tools: readonly DescribedToolData[]
  /** Null until it was loaded once. */
  readonly brought: BroughtFolders | null
}

/** The `plugins` table, and what other tables keep under a plugin's tool classes. */
export class PluginStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  list(): StoredPlugin[] {
    return this.#database.orm.select().from(plugins).orderBy(plugins.createdAt, plugins.slug).all().map(stored)
  }

  get(slug: string): StoredPlugin | null {
    const row = this.#database.orm.select().from(plugins).where(eq(plugins.slug, slug)).get()
    return row ? stored(row) : null
  }

  /** Adds the plugin, or puts it in the place of the one with its slug. */
  save(plugin: StoredPlugin): void {
    const { manifest, stopped, brought, tools, ...columns } = plugin
    const values = {
      ...columns,
      manifest: { ...manifest, stopped, brought } as unknown as typeof plugins.$inferInsert.manifest,
      tools: tools as unknown as typeof plugins.$inferInsert.tools,
      updatedAt: now(),
    }
    const { orm } = this.#database
    orm
      .insert(plugins)
      .values({ ...values, createdAt: values.updatedAt })
      .onConflictDoUpdate({ target: plugins.slug, set: values })
      .run()
  }

  /** In one commit: whatever happens, one of the two is there. */
  replace(slug: string | null, plugin: StoredPlugin): void {
    this.transaction(() => {
      if (slug !== null && slug !== plugin.slug) this.delete(slug)
      this.save(plugin)
    })
  }

  transaction<T>(work: () => T): T {
    return this.#database.transaction(work)
  }

  delete(slug: string): void {
    this.#database.orm.delete(plugins).where(eq(plugins.slug, slug)).run()
  }

  /** Agents that have a tool of this plugin turned on. */
  agentsUsing(slug: string): { id: number; name: string }[] {
    const { orm } = this.#database
    return orm
      .selectDistinct({ id: agents.id, name: agents.name })
      .from(agentTools)
      .innerJoin(agents, eq(agents.id, agentTools.agentId))
      .where(ofPlugin(agentTools.toolClass, slug))
      .orderBy(agents.name)
      .all()
  }

  /** How many stored settings layers belong to its tools. */
  settingsOf(slug: string): number {
    const { orm } = this.#database
    return [toolConfigurations, toolUserSettings, agentToolOverrides].reduce(
      (sum, table) =>
        sum + (orm.select({ rows: count() }).from(table).where(ofPlugin(table.toolClass, slug)).get()?.rows ?? 0),
      0,
    )
  }
}

/** `slug/ClassName`; LIKE would take `_` for any character. */
function ofPlugin(column: SQLiteColumn, slug: string) {
  const prefix = `${slug}/`
  return sql`substr(${column}, 1, ${prefix.length}) = ${prefix}`
}

function stored(row: typeof plugins.$inferSelect): StoredPlugin {
  const { stopped, brought, ...manifest } = row.manifest as unknown as PluginManifest &
    Partial<Pick<StoredPlugin, 'stopped' | 'brought'>>
  return {
    slug: row.slug,
    mode: row.mode,
    path: row.path,
    digest: row.digest,
    enabled: row.enabled,
    manifest,
    stopped: stopped ?? null,
    tools: toolsOf(row.tools),
    brought: brought ?? null,
  }
}

/** As stored by whatever version of the app; what cannot be read is asked for again. */
function toolsOf(stored: unknown): DescribedToolData[] {
  try {
    return readDescribedTools(stored)
  } catch {
    return []
  }
}
