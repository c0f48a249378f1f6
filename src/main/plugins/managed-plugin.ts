import { join } from 'node:path'
import { ToolDeclarationError } from '@spora/sdk'
import type { z } from 'zod'
import type { PluginView, pluginToolReport } from '../../shared/contract/plugins.ts'
import { now } from '../storage/clock.ts'
import type { AbsentTool } from '../tools/absent-tool.ts'
import { qualifiedName, registeredTool } from '../tools/create-registered-tool.ts'
import { resolveIcon } from '../tools/icons/resolve-icon.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import { absentTools } from './absent-tools.ts'
import { type Brought, bringsFolders, foldersOf, readBroughtFolders } from './brought-folders.ts'
import { type DescribedToolData, readDescribedTools } from './described-tool.ts'
import { type Inspection, inspectFolder } from './folder/inspect-folder.ts'
import { PluginLog } from './plugin-log.ts'
import { pluginRunner } from './plugin-runner.ts'
import type { PluginStore, StoredPlugin } from './plugin-store.ts'
import { Breaker, type BreakerRules } from './process/breaker.ts'
import type { ForkHost } from './process/fork-host.ts'
import type { Deadlines, Quotas } from './process/limits.ts'
import { PluginFailure } from './process/plugin-failure.ts'
import { breakerFailure, PluginProcess } from './process/plugin-process.ts'
import { soon } from './soon.ts'
import { takeOver } from './take-over.ts'
import type { ToolData } from './tool-data.ts'
import { unusableTools } from './unusable-tools.ts'
import { visibleText } from './visible-text.ts'

/** How far a window's view of the log may be behind. */
const LOG_SHOWN_EVERY_MS = 500

export const COPY_CHANGED =
  'The files of the copy are not those that were added. Add the plugin again from its folder, or remove it.'
const FILES_CHANGED =
  'Its files changed since it was loaded. They are being looked at; see its page in Plugins, then try again.'

/** Rule U, with room for what is said beside the reason. */
const LONGEST_MESSAGE = 500
const LONGEST_REASON = 440
const LONGEST_DETAIL = 20_000

export type PluginState = PluginView['state']
type ToolReport = z.infer<typeof pluginToolReport>

export interface PluginServices {
  readonly store: PluginStore
  readonly registry: ToolRegistry
  readonly toolData: ToolData
  readonly forkHost: ForkHost
  /** Holds a folder a plugin for what it keeps. */
  readonly pluginData: string
  readonly deadlines?: Partial<Deadlines>
  readonly quotas?: Partial<Quotas>
  readonly breaker?: BreakerRules
  /** Its folder does not hold any more what its tools were told from. */
  readonly onStale: (slug: string) => void
  /** Something of this plugin changed that a window shows. */
  readonly onChange: (slug: string) => void
  readonly onLog: (slug: string) => void
  /** Then nothing starts any more. */
  readonly isStopped: () => boolean
  /** What is no plugin's fault, such as a full disk. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** One plugin the app knows: its row, its process, its tools in the registry, and how it is. */
export class ManagedPlugin {
  readonly log: PluginLog
  readonly #services: PluginServices
  readonly #breaker: Breaker
  #stored: StoredPlugin
  /** The one that serves. */
  #process: PluginProcess
  /** That one, one that is being loaded, and those that finish their calls. */
  readonly #processes = new Set<PluginProcess>()
  #state: PluginState = 'loading'
  #error: PluginView['error'] = null
  #loadedAt: string | null = null
  #loadMs: number | null = null

  constructor(stored: StoredPlugin, services: PluginServices) {
    this.#stored = stored
    this.#services = services
    this.#breaker = new Breaker(services.breaker)
    this.log = new PluginLog(soon(LOG_SHOWN_EVERY_MS, () => services.onLog(stored.slug)))
    this.#process = this.#newProcess(stored)
  }

  get slug(): string {
    return this.#stored.slug
  }

  get stored(): StoredPlugin {
    return this.#stored
  }

  get state(): PluginState {
    return this.#state
  }

  /** It serves what is stored of it, and nothing is wrong. */
  get sound(): boolean {
    return this.#state === 'loaded' && this.#error === null
  }

  /** Offers the tools as they were when last loaded, without starting anything. */
  offerStored(present: boolean): void {
    const { enabled, stopped, tools, path, brought } = this.#stored
    if (!enabled) this.#set('disabled', stopped)
    else if (!present) this.miss()
    else if (tools.length === 0 && !bringsFolders(path, brought)) this.#set('loading', null)
    else {
      this.#offer(tools)
      this.#set('loaded', null)
    }
  }

  /** The folder is not where it was. What runs there finishes; nothing else does. */
  miss(): void {
    this.withdraw()
    this.#replaceProcess(this.#newProcess(this.#stored))
    this.#set('missing', {
      code: 'PLUGIN_GONE',
      message: `The folder ${this.#stored.path} is not there. Bring it back and reload, or remove the plugin.`,
    })
  }

  /** The folder holds something else than what was agreed to (B032). */
  async suspend(message: string): Promise<void> {
    this.withdraw()
    await this.close()
    this.#set('changed', { code: 'PLUGIN_CHANGED', message })
  }

  /** The folder does not pass the checks any more; what serves goes on serving. */
  refuse({ checks }: Inspection, otherSlug: string | null): void {
    const wrong = checks.filter(check => check.status === 'fail')
    const [first] = wrong
    const code = otherSlug === null ? (first?.code ?? 'PLUGIN_REFUSED') : 'PLUGIN_CHANGED'
    const message =
      otherSlug === null
        ? (first?.detail ?? 'The folder cannot be loaded.')
        : `The folder holds another plugin now: “${otherSlug}”. Add it as such, or change the slug back.`
    const detail = wrong
      .map(
        check =>
          `${check.file ?? ''}${check.line ? `:${check.line}:${check.column}` : ''} ${check.code}: ${check.detail}`,
      )
      .join('\n')
    this.#failed(new PluginFailure(code, message, detail || null), this.#process)
  }

  /**
   * Runs the plugin's code anew and asks for its tools. While that goes on, and when it fails, the version that serves
   * goes on serving; the failure is shown beside it.
   */
  async load(next: Pick<StoredPlugin, 'path' | 'digest' | 'manifest'> = this.#stored): Promise<void> {
    const before = this.#process
    const begun = performance.now()
    const { path, digest, manifest } = next
    this.#breaker.reset() // somebody asked for it
    const fresh = this.#newProcess({ ...this.#stored, path, digest, manifest })
    this.#set(before.running ? this.#state : 'loading', null)
    this.log.add('info', `Loading ${manifest.name} ${manifest.version} from ${path}`)
    try {
      const described = await fresh.describe()
      const tools = unusableTools(readDescribedTools(described.tools))
      const brought = readBroughtFolders(path, described.folders)
      this.#keep({ ...this.#stored, path, digest, manifest, tools, brought })
      this.#replaceProcess(fresh)
      this.#offer(tools)
      this.#loadedAt = now()
      this.#loadMs = Math.round(performance.now() - begun)
      this.#reportLoaded()
    } catch (error) {
      void this.#stop(fresh)
      this.#failed(error, before)
    }
    this.#services.onChange(this.slug)
  }

  /** Ends the process until a call needs it. */
  async rest(): Promise<void> {
    const served = this.#process
    if (!served.running || served.busy) return
    this.#process = this.#newProcess(this.#stored)
    await this.#stop(served)
  }

  /** It may be loaded from now on. */
  enable(): void {
    this.#setEnabled(true)
    this.#set('loading', null)
  }

  async disable(): Promise<void> {
    this.#setEnabled(false)
    this.withdraw()
    await this.close() // also for whoever still holds one of its tools
    this.#set('disabled', null)
  }

  #setEnabled(enabled: boolean): void {
    const stored = { ...this.#stored, enabled, stopped: null }
    this.#services.store.save(stored)
    this.#stored = stored
  }

  /** Nothing of it runs afterwards, not even a version that was only finishing its calls. */
  async close(): Promise<void> {
    await Promise.all([...this.#processes].map(process => this.#stop(process)))
  }

  /** Its tools are not offered any more. */
  withdraw(): void {
    this.#services.registry.removePlugin(this.slug)
  }

  view(): PluginView {
    const { slug, manifest, path, mode, tools, brought } = this.#stored
    return {
      slug,
      name: manifest.name,
      version: manifest.version,
      description: manifest.description,
      icon: resolveIcon(null, manifest.icon),
      path,
      mode,
      state: this.#state,
      error: this.#error,
      permissions: manifest.permissions,
      tools: tools.map(tool => this.#report(tool)),
      problems: [...(brought?.problems ?? [])],
      loaded_at: this.#loadedAt,
      load_ms: this.#loadMs,
    }
  }

  /** Folders of skills or templates, while it serves; what is not inside its own folder now is not among them. */
  folders(kind: Brought): { slug: string; path: string; folder: string }[] {
    if (this.#state !== 'loaded') return []
    const { slug, path, brought } = this.#stored
    return foldersOf(path, kind, brought).map(found => ({ slug, ...found }))
  }

  /** Its tools that are not in the registry, as they were when last loaded, each with the reason. */
  absentTools(): AbsentTool[] {
    const { registry } = this.#services
    return absentTools(this.#stored, { state: this.#state, error: this.#error }, toolClass =>
      Boolean(registry.byClass(toolClass)),
    )
  }

  #report(tool: DescribedToolData): ToolReport {
    const ok = tool.metadata !== null
    return {
      class_name: tool.className,
      name: tool.name,
      qualified_name: ok ? qualifiedName(this.slug, tool.name) : null,
      display_name: tool.displayName?.trim() || tool.name,
      icon: resolveIcon(tool.icon, this.#stored.manifest.icon),
      ok,
      operations: tool.operations,
      problems: tool.problems,
    }
  }

  /** Its row, and what was kept for its tools under earlier names, at once. */
  #keep(stored: StoredPlugin): void {
    const { store, toolData } = this.#services
    const { manifest, tools } = stored
    const taken = store.transaction(() => {
      store.save(stored)
      return takeOver(manifest, tools, toolData, slug => store.get(slug) !== null)
    })
    this.#stored = stored
    for (const { from, to } of taken) this.log.add('info', `What was set for ${from} now counts for ${to}`)
  }

  #offer(tools: readonly DescribedToolData[]): void {
    const { registry } = this.#services
    const { slug, manifest, digest } = this.#stored
    const offered = tools.flatMap(({ metadata }): RegisteredTool[] => {
      if (!metadata) return []
      const process = () => this.#process
      const runner = pluginRunner({ metadata, net: manifest.permissions.net, log: this.log, process })
      try {
        return [
          registeredTool({
            metadata,
            slug,
            pluginName: manifest.name,
            manifestIcon: manifest.icon,
            pluginVersion: manifest.version,
            digest,
            runner,
          }),
        ]
      } catch (error) {
        this.log.add('error', error instanceof ToolDeclarationError ? error.message : String(error))
        return []
      }
    })
    registry.removePlugin(slug)
    registry.register(offered)
  }

  /** `fresh` serves from now on; the one before finishes its calls. */
  #replaceProcess(fresh: PluginProcess): void {
    const before = this.#process
    this.#process = fresh
    void before.retire().then(() => this.#processes.delete(before))
  }

  #newProcess({ manifest, path, digest }: StoredPlugin): PluginProcess {
    const { forkHost, pluginData, deadlines, quotas } = this.#services
    const process: PluginProcess = new PluginProcess({
      manifest,
      folder: path,
      dataFolder: join(pluginData, this.slug),
      fork: forkHost,
      log: this.log,
      breaker: this.#breaker,
      ...(deadlines ? { deadlines } : {}),
      ...(quotas ? { quotas } : {}),
      beforeStart: () => this.#unchanged(path, digest, process === this.#process),
      onHost: (host, allowed) =>
        this.log.add(allowed ? 'info' : 'error', `${allowed ? 'Asked' : 'Was refused'} ${host}`),
      onCrash: failure => this.#crashed(process, failure),
    })
    this.#processes.add(process)
    return process
  }

  /** What runs is what was looked at: also when files were changed that nobody watches (M7). */
  async #unchanged(path: string, digest: string | null, serves: boolean): Promise<void> {
    const found = await inspectFolder(path)
    if (this.#services.isStopped()) throw new PluginFailure('PLUGIN_STOPPED', 'The app ends.')
    if (found.digest === digest) return
    if (serves) this.#services.onStale(this.slug)
    const [wrong] = found.checks.filter(check => check.status === 'fail')
    if (found.digest === null && wrong) throw new PluginFailure(wrong.code, wrong.detail)
    if (!serves)
      throw new PluginFailure(
        'PLUGIN_LOAD_FAILED',
        'Its files changed while it was being loaded. Reload it when nothing writes there any more.',
      )
    throw new PluginFailure('PLUGIN_CHANGED', this.#stored.mode === 'copy' ? COPY_CHANGED : FILES_CHANGED)
  }

  async #stop(process: PluginProcess): Promise<void> {
    await process.stop()
    this.#processes.delete(process)
  }

  #crashed(process: PluginProcess, failure: PluginFailure): void {
    if (!this.#breaker.open) return
    const { code, message } = breakerFailure(this.#breaker)
    this.#stored = { ...this.#stored, enabled: false, stopped: { code, message } }
    this.withdraw()
    this.#set('disabled', { code, message, detail: failure.detail ?? failure.message })
    if (process !== this.#process) void this.#stop(this.#process)
    try {
      this.#services.store.save(this.#stored)
    } catch (error) {
      this.#services.onError?.(error) // off it is; the next start would try it once more
    }
  }

  #failed(error: unknown, before: PluginProcess): void {
    const failure =
      error instanceof PluginFailure
        ? error
        : new PluginFailure('PLUGIN_LOAD_FAILED', error instanceof Error ? error.message : String(error))
    const { code, message, detail } = failure
    this.log.add('error', `${code}: ${message}${detail ? `\n${detail}` : ''}`)
    if (code === 'PLUGIN_BREAKER' || this.#state === 'disabled') return
    const serving = before.running
    const why = visibleText(this.log.hidden(message), LONGEST_REASON)
    const shown = serving ? `${why} The version loaded before goes on serving.` : why
    if (!serving) {
      this.withdraw()
      void this.#stop(before)
      this.#process = this.#newProcess(this.#stored)
    }
    const state = code === 'PLUGIN_CHANGED' ? 'changed' : serving ? 'loaded' : 'failed'
    this.#set(state, { code, message: shown, detail })
  }

  #reportLoaded(): void {
    const { tools, path, brought } = this.#stored
    const good = tools.filter(tool => tool.metadata !== null)
    for (const tool of tools)
      for (const { code, message } of tool.problems)
        this.log.add(tool.metadata === null ? 'error' : 'info', `${tool.className}: ${code}: ${message}`)
    for (const { code, message } of brought?.problems ?? []) this.log.add('error', `${code}: ${message}`)
    this.log.add('info', `${good.length} of ${tools.length} tools loaded in ${this.#loadMs} ms`)
    const message = tools.length === 0 ? 'The plugin brings no tool.' : 'None of its tools could be loaded.'
    if (good.length > 0 || (tools.length === 0 && bringsFolders(path, brought))) this.#set('loaded', null)
    else this.#set('failed', { code: 'PLUGIN_LOAD_FAILED', message })
  }

  #set(state: PluginState, error: { code: string; message: string; detail?: string | null } | null): void {
    this.#state = state
    this.#error = error && {
      code: error.code,
      message: visibleText(this.log.hidden(error.message), LONGEST_MESSAGE),
      detail: error.detail ? this.#detail(error.detail) : null,
    }
    this.#services.onChange(this.slug)
  }

  /** Line by line: a stack is no stack on one line. */
  #detail(text: string): string {
    const lines = this.log.hidden(text).slice(0, LONGEST_DETAIL).replaceAll('\t', '  ').split('\n')
    return lines.map(line => visibleText(line, LONGEST_DETAIL)).join('\n')
  }
}
