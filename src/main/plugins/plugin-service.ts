import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import type { PluginReview, PluginView } from '../../shared/contract/plugins.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { Database } from '../storage/database.ts'
import type { AbsentTool } from '../tools/absent-tool.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import { within } from '../tools/within.ts'
import { type Brought, bringsFolders } from './brought-folders.ts'
import { copyFolder, INCOMING, moveIntoPlace, outgoingSlug } from './folder/copy-folder.ts'
import { type Inspection, inspectFolder } from './folder/inspect-folder.ts'
import { isFolder } from './folder/is-folder.ts'
import { COPY_CHANGED, ManagedPlugin, type PluginServices } from './managed-plugin.ts'
import type { PluginManifest } from './manifest/plugin-manifest.ts'
import type { LogLine } from './plugin-log.ts'
import { PluginStore, type StoredPlugin } from './plugin-store.ts'
import type { BreakerRules } from './process/breaker.ts'
import type { ForkHost } from './process/fork-host.ts'
import type { Deadlines, Quotas } from './process/limits.ts'
import { type Enforced, reviewOf } from './review-of.ts'
import { brokenShipped, findShipped } from './shipped-plugins.ts'
import type { ToolData } from './tool-data.ts'
import { LinkedFolders } from './watch/linked-folders.ts'
import type { WatchTimes } from './watch/watch-folder.ts'
import { widenedPermissions } from './widened-permissions.ts'

export interface PluginServiceOptions {
  readonly database: Database
  readonly registry: ToolRegistry
  readonly events: EventBus
  readonly toolData: ToolData
  readonly forkHost: ForkHost
  readonly dataFolder: string
  /** The app's own `plugins/`; null: none. */
  readonly shippedFolder: string | null
  /** What the way plugins are started really holds back; the review says the rest is trust. */
  readonly enforces?: Enforced
  readonly deadlines?: Partial<Deadlines>
  readonly quotas?: Partial<Quotas>
  readonly breaker?: BreakerRules
  /** What went wrong behind the scenes and is no plugin's fault, such as a full disk. */
  readonly onError?: (error: unknown) => void
  /** How linked folders are watched. */
  readonly watch?: Partial<WatchTimes>
}

export interface AddPlugin {
  readonly candidate_id: string
  readonly digest: string
  readonly mode: 'link' | 'copy'
  readonly replace?: boolean | undefined
}

/** A folder under review. `place`: the plugin that it was said to stand in the place of. */
interface Candidate {
  readonly folder: string
  place: StoredPlugin | null
}

const RESTLESS =
  'Its folder changes each time it was loaded, perhaps by its own doing, so it is not reloaded by itself any more. Press Reload to have that again.'

/** Candidates a person may look at side by side; older ones are forgotten. */
const CANDIDATES = 20

/** The plugins of the app: from folder to tools in the registry, and back. */
export class PluginService {
  readonly #options: PluginServiceOptions
  readonly #services: PluginServices
  readonly #copies: string
  readonly #plugins = new Map<string, ManagedPlugin>()
  /** Shipped folders that could not even be read as plugins, by folder name. */
  readonly #broken = new Map<string, PluginView>()
  readonly #candidates = new Map<string, Candidate>()
  /** One change at a time; loading a plugin is the slow part and happens in its own process. */
  #queue: Promise<unknown> = Promise.resolve()
  #background: Promise<void> = Promise.resolve()
  #stopped = false
  readonly #linked: LinkedFolders

  constructor(options: PluginServiceOptions) {
    const { database, registry, events, toolData, forkHost, dataFolder, deadlines, quotas, breaker } = options
    this.#options = options
    this.#copies = join(dataFolder, 'plugins')
    this.#services = {
      store: new PluginStore(database),
      registry,
      toolData,
      forkHost,
      pluginData: join(dataFolder, 'plugin-data'),
      onError: options.onError,
      ...(deadlines ? { deadlines } : {}),
      ...(quotas ? { quotas } : {}),
      ...(breaker ? { breaker } : {}),
      onStale: slug => {
        void this.#change(() => this.#stale(slug)).catch(error => options.onError?.(error))
      },
      onLog: slug => events.changed('plugins', slug),
      isStopped: () => this.#stopped,
      onChange: slug => {
        events.changed('plugins', slug)
        events.changed('tools')
      },
    }
    this.#linked = new LinkedFolders({
      onSaved: slug => this.#change(() => this.#saved(slug)).catch(error => options.onError?.(error)),
      onRestless: slug => this.#plugins.get(slug)?.log.add('error', RESTLESS),
      times: options.watch,
    })
  }

  /**
   * Offers the tools of every plugin as they were, then looks behind the scenes for what changed on disk and what is new
   * in the app; only the first where nothing can be changed. Never fails because of a plugin.
   */
  async start(): Promise<void> {
    if (this.#options.database.lookOnly) return this.#offer()
    await this.#cleanUp()
    await this.#offer()
    this.#background = this.#change(() => this.#lookAround()).catch(error => this.#options.onError?.(error))
  }

  /** When everything that `start` set off is done. */
  settled(): Promise<void> {
    return this.#background
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#linked.stop()
    await Promise.all([...this.#plugins.values()].map(plugin => plugin.close()))
  }

  list(): PluginView[] {
    return [...[...this.#plugins.values()].map(plugin => plugin.view()), ...this.#broken.values()]
  }

  /** The tools of plugins that are off, gone, changed or broken: they keep their tiles and their settings. */
  absentTools(): AbsentTool[] {
    return [...this.#plugins.values()].flatMap(plugin => plugin.absentTools())
  }

  /** The folders of this kind that plugins bring, of those that serve: looked up each time, and never outside a plugin. */
  folders(kind: Brought): { slug: string; path: string; folder: string }[] {
    return [...this.#plugins.values()].flatMap(plugin => plugin.folders(kind))
  }

  /** A folder somebody chose: from now on it is known by an id that no window can make up. */
  async choose(path: string): Promise<PluginReview> {
    const folder = await chosenFolder(path)
    const id = randomUUID()
    this.#candidates.set(id, { folder, place: null })
    for (const oldest of this.#candidates.keys()) {
      if (this.#candidates.size <= CANDIDATES) break
      this.#candidates.delete(oldest)
    }
    return this.review(id)
  }

  async review(candidateId: string): Promise<PluginReview> {
    const candidate = this.#candidate(candidateId)
    const inspection = await inspectFolder(candidate.folder)
    const taken = await this.#taken(inspection)
    candidate.place = taken
    const others = [...this.#plugins.values()].map(({ stored }) => stored).filter(({ slug }) => slug !== taken?.slug)
    return reviewOf(candidateId, inspection, { taken, others, enforced: this.#options.enforces })
  }

  add(request: AddPlugin): Promise<PluginView> {
    return this.#change(async () => {
      const { folder, place } = this.#candidate(request.candidate_id)
      const inspection = await inspectFolder(folder)
      const { manifest, digest } = inspection
      if (digest !== null && digest !== request.digest) throw changed(inspection.root)
      if (!manifest || digest === null) throw refused(inspection)
      const taken = await this.#taken(inspection)
      if (taken && request.replace && (taken.slug !== place?.slug || taken.path !== place.path)) throw another(taken)
      if (taken && !request.replace) throw slugTaken(taken.slug, taken.path, taken.manifest.version)
      const path = request.mode === 'copy' ? join(this.#copies, manifest.slug) : inspection.root
      const stored = firstSeen(manifest, request.mode, path, digest)
      const store = () => this.#services.store.replace(taken?.slug ?? null, stored)
      if (request.mode === 'copy') await this.#copy(inspection, manifest.slug, digest, store)
      else store()
      if (taken) await this.#withdraw(taken.slug)
      if (taken && taken.path !== path) await this.#deleteCopy(taken)
      const plugin = this.#manage(stored)
      this.#linked.calm(manifest.slug)
      this.#candidates.delete(request.candidate_id)
      await plugin.load()
      return plugin.view()
    })
  }

  /** Looks at the folder again and runs what is there now. */
  reload(slug: string): Promise<PluginView> {
    return this.#change(async () => {
      if (this.#broken.has(slug)) return this.#retryShipped(slug)
      const plugin = this.#plugin(slug)
      if (!plugin.stored.enabled)
        throw new SporaError('INVALID_STATE', `${plugin.stored.manifest.name} is turned off. Turn it on first.`)
      this.#linked.calm(slug)
      await this.#reloadFromDisk(plugin)
      return plugin.view()
    })
  }

  setEnabled(slug: string, enabled: boolean): Promise<PluginView> {
    return this.#change(async () => {
      const plugin = this.#plugin(slug)
      if (!enabled) {
        await plugin.disable()
        return plugin.view()
      }
      plugin.enable()
      await this.#reloadFromDisk(plugin)
      return plugin.view()
    })
  }

  usage(slug: string): { agents: { id: number; name: string }[]; settings: number } {
    if (!this.#broken.has(slug)) this.#plugin(slug)
    const { store } = this.#services
    return { agents: store.agentsUsing(slug), settings: store.settingsOf(slug) }
  }

  remove(slug: string, keepData: boolean): Promise<{ removed: boolean }> {
    return this.#change(async () => {
      const { stored, state } = this.#plugin(slug)
      if (stored.mode === 'shipped' && state !== 'missing')
        throw new SporaError(
          'INVALID_STATE',
          `${stored.manifest.name} comes with the app and cannot be removed. Turn it off instead.`,
        )
      this.#options.database.transaction(() => {
        this.#services.store.delete(slug)
        if (!keepData) this.#services.toolData.drop(slug)
      })
      await this.#withdraw(slug)
      await this.#deleteCopy(stored)
      if (!keepData) await rm(join(this.#services.pluginData, slug), { recursive: true, force: true })
      this.#services.onChange(slug)
      // What it stood in the place of may be the app's own.
      await this.#discoverShipped()
      return { removed: true }
    })
  }

  log(slug: string): LogLine[] {
    return this.#broken.has(slug) ? [] : [...this.#plugin(slug).log.lines()]
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(work).finally(() => this.#followLinked())
    this.#queue = next.catch(() => {})
    return next
  }

  #followLinked(): void {
    const linked = [...this.#plugins.values()].filter(({ stored }) => stored.mode === 'link' && stored.enabled)
    this.#linked.follow(new Map(this.#stopped ? [] : linked.map(({ slug, stored }) => [slug, stored.path])))
  }

  /** Something in a linked folder was saved (G10). */
  async #saved(slug: string): Promise<void> {
    const plugin = this.#plugins.get(slug)
    if (this.#stopped || plugin?.stored.mode !== 'link' || !plugin.stored.enabled) return
    await this.#compareWithDisk(plugin)
  }

  #plugin(slug: string): ManagedPlugin {
    const plugin = this.#plugins.get(slug)
    if (!plugin) throw new SporaError('PLUGIN_NOT_FOUND', `There is no plugin “${slug.slice(0, 60)}”.`)
    return plugin
  }

  #candidate(id: string): Candidate {
    const candidate = this.#candidates.get(id)
    if (!candidate) throw new SporaError('NOT_FOUND', 'This folder is not under review any more. Choose it again.')
    return candidate
  }

  /** The plugin that has this folder's slug, or is this very folder by another path (B031). */
  async #taken({ manifest, shown, identity }: Inspection): Promise<StoredPlugin | null> {
    const slug = manifest?.slug ?? shown.slug
    const bySlug = typeof slug === 'string' ? this.#plugins.get(slug) : undefined
    if (bySlug) return bySlug.stored
    const looking = [...this.#plugins.values()].map(async ({ stored }) => {
      const found = await within(stat(stored.path), 2_000, () => new Error('late')).catch(() => null)
      return found && `${found.dev}:${found.ino}` === identity ? [stored] : []
    })
    return (await Promise.all(looking)).flat()[0] ?? null
  }

  #manage(stored: StoredPlugin): ManagedPlugin {
    const plugin = new ManagedPlugin(stored, this.#services)
    this.#plugins.set(stored.slug, plugin)
    return plugin
  }

  async #withdraw(slug: string): Promise<void> {
    const plugin = this.#plugins.get(slug)
    if (!plugin) return
    plugin.withdraw()
    this.#plugins.delete(slug)
    await plugin.close()
  }

  /** `store`: done when the copy stands; when it fails, what stood there before stands again. */
  async #copy({ root, content }: Inspection, slug: string, digest: string, store: () => void): Promise<void> {
    const incoming = join(this.#copies, `${INCOMING}${randomUUID()}`)
    try {
      await mkdir(this.#copies, { recursive: true, mode: 0o700 })
      if ((await copyFolder(root, content.files, incoming)) !== digest) throw changed(root)
      await moveIntoPlace(this.#copies, incoming, slug, store)
    } finally {
      await rm(incoming, { recursive: true, force: true })
    }
  }

  /** Only what the app copied itself is ever deleted. */
  async #deleteCopy({ mode, path, slug }: StoredPlugin): Promise<void> {
    if (mode === 'copy' && path === join(this.#copies, slug)) await rm(path, { recursive: true, force: true })
  }

  async #offer(): Promise<void> {
    const { shippedFolder } = this.#options
    for (const stored of this.#services.store.list()) {
      // The app may have been moved or updated since.
      const path = stored.mode === 'shipped' && shippedFolder ? join(shippedFolder, basename(stored.path)) : stored.path
      this.#manage({ ...stored, path })
    }
    const offering = [...this.#plugins.values()].map(async plugin => ({
      plugin,
      present: await isFolder(plugin.stored.path),
    }))
    for (const { plugin, present } of await Promise.all(offering)) plugin.offerStored(present)
  }

  /** What a sudden end left half moved. A copy whose replacement never came stands again. */
  async #cleanUp(): Promise<void> {
    const names = await readdir(this.#copies).catch((): string[] => [])
    for (const name of names) await this.#tidy(name, names).catch(error => this.#options.onError?.(error)) // the app starts all the same
  }

  async #tidy(name: string, names: readonly string[]): Promise<void> {
    const path = join(this.#copies, name)
    const slug = outgoingSlug(name)
    if (slug !== null && (await this.#stillMeant(slug, path, names.includes(slug)))) {
      await rm(join(this.#copies, slug), { recursive: true, force: true })
      await rename(path, join(this.#copies, slug))
    } else if (slug !== null || name.startsWith(INCOMING)) await rm(path, { recursive: true, force: true })
  }

  async #lookAround(): Promise<void> {
    for (const plugin of this.#plugins.values()) {
      if (this.#stopped) return
      if (!plugin.stored.enabled || plugin.state === 'missing') continue
      await this.#compareWithDisk(plugin)
      await plugin.rest()
    }
    await this.#discoverShipped()
  }

  /** Whether the folder that was moved away is the one that is stored: the end came before its successor was. */
  async #stillMeant(slug: string, path: string, replaced: boolean): Promise<boolean> {
    if (!replaced) return true
    const stored = this.#services.store.get(slug)
    return stored?.mode === 'copy' && (await inspectFolder(path)).digest === stored.digest
  }

  /** A process found other files than those that were looked at. */
  async #stale(slug: string): Promise<void> {
    const plugin = this.#plugins.get(slug)
    if (!this.#stopped && plugin?.stored.enabled) await this.#compareWithDisk(plugin)
  }

  async #compareWithDisk(plugin: ManagedPlugin): Promise<void> {
    const inspection = await inspectFolder(plugin.stored.path)
    const { path, digest, tools, brought } = plugin.stored
    if (this.#stopped) return
    const described = brought !== null && (tools.length > 0 || bringsFolders(path, brought))
    if (inspection.digest === digest && described && plugin.sound) return
    if (plugin.stored.mode === 'copy' && inspection.digest !== digest) return plugin.suspend(COPY_CHANGED)
    await this.#reloadFromDisk(plugin, inspection)
  }

  async #reloadFromDisk(plugin: ManagedPlugin, found?: Inspection): Promise<void> {
    const { stored } = plugin
    const inspection = found ?? (await inspectFolder(stored.path))
    const { manifest, digest, checks } = inspection
    if (checks.some(check => check.code === 'PLUGIN_GONE')) return plugin.miss()
    const slugChanged = manifest && manifest.slug !== stored.slug
    if (!manifest || digest === null || slugChanged)
      return plugin.refuse(inspection, slugChanged ? manifest.slug : null)
    if (stored.mode === 'copy' && digest !== stored.digest) return plugin.suspend(COPY_CHANGED)
    const widened = stored.mode === 'link' ? widenedPermissions(stored.manifest, manifest) : null
    if (widened)
      return plugin.suspend(
        `plugin.json asks for more than was agreed to: ${widened}. Add the folder again to agree to it.`,
      )
    await plugin.load({ path: inspection.root, digest, manifest })
  }

  async #discoverShipped(): Promise<void> {
    const { shippedFolder } = this.#options
    if (!shippedFolder) return
    this.#broken.clear()
    for (const inspection of await findShipped(shippedFolder)) {
      if (this.#stopped) return
      const { manifest, digest, root } = inspection
      if (!manifest || digest === null) {
        const view = brokenShipped(inspection)
        if (!this.#plugins.has(view.slug)) this.#broken.set(view.slug, view)
        continue
      }
      const known = this.#plugins.get(manifest.slug)
      if (known) continue // replaced by the operator's own, or looked at above
      const stored = firstSeen(manifest, 'shipped', root, digest)
      this.#services.store.save(stored)
      const plugin = this.#manage(stored)
      await plugin.load()
      await plugin.rest()
    }
  }

  /** `slug` is the folder's name: what it holds may have another, once it can be read. */
  async #retryShipped(slug: string): Promise<PluginView> {
    const { path } = this.#broken.get(slug) as PluginView
    await this.#discoverShipped()
    const view = this.list().find(each => each.path === path)
    if (!view) throw new SporaError('PLUGIN_GONE', `The folder ${path} is not there any more.`)
    return view
  }
}

function firstSeen(manifest: PluginManifest, mode: StoredPlugin['mode'], path: string, digest: string): StoredPlugin {
  const { slug } = manifest
  return { slug, mode, path, digest, enabled: true, manifest, stopped: null, tools: [], brought: null }
}

/** A folder as a person names it: whole, or from their home. */
async function chosenFolder(path: string): Promise<string> {
  const expanded = path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
  if (!isAbsolute(expanded) || expanded.includes('\0'))
    throw new SporaError(
      'PLUGIN_REFUSED',
      'Give the whole path of the plugin’s folder: from the root of the disk, or from ~/ for your home.',
    )
  const found = await within(stat(expanded), 5_000, () => new Error('late')).catch(() => null)
  if (!found)
    throw new SporaError(
      'PLUGIN_GONE',
      `There is nothing at ${expanded}. Look at the spelling, or choose another folder.`,
    )
  if (!found.isDirectory())
    throw new SporaError(
      'PLUGIN_REFUSED',
      `${expanded} is a file. Choose a folder: the one that holds plugin.json. An archive must be unpacked first.`,
    )
  return expanded
}

function changed(path: string): SporaError {
  return new SporaError('PLUGIN_CHANGED', `${path} changed since it was reviewed. Look at the review again.`)
}

function refused({ root, checks }: Inspection): SporaError {
  const wrong = checks.filter(check => check.status === 'fail')
  const [first] = wrong
  const message = first ? `${first.title}: ${first.detail}` : `${root} cannot be loaded.`
  return new SporaError('PLUGIN_REFUSED', message, { checks: wrong })
}

/** Agreed to is the one that was shown; another window may have put another in its place (G6). */
function another({ slug, path, manifest }: StoredPlugin): SporaError {
  return new SporaError(
    'SLUG_TAKEN',
    `What would be replaced is not what the review showed any more: it is “${slug}”, version ${manifest.version}, from ${path}. Look at the review again.`,
    { slug, path, version: manifest.version },
  )
}

function slugTaken(slug: string, path: string, version: string): SporaError {
  return new SporaError(
    'SLUG_TAKEN',
    `A plugin called “${slug}” is there already (version ${version}, ${path}). Replace it, or give yours another slug.`,
    { slug, path, version },
  )
}
