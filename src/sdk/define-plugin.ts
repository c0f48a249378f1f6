import { AbstractPlugin, type PluginApp } from './abstract-plugin.ts'
import type { ToolClass, ToolInstance } from './tool-instance.ts'

/** The hooks of AbstractPlugin as plain values or functions. */
export interface PluginDefinition {
  readonly name?: string
  readonly tools: readonly (ToolClass | ToolInstance)[] | (() => readonly (ToolClass | ToolInstance)[])
  readonly agentTemplatePaths?: readonly string[]
  readonly skillPaths?: readonly string[]
  readonly schemaVersion?: number
  readonly migrationsPath?: string
  readonly apps?: readonly PluginApp[]
  register?(): void | Promise<void>
  boot?(): void | Promise<void>
}

/** A plugin without a class: `export default definePlugin({ tools: [WeatherTool] })`. */
export function definePlugin(definition: PluginDefinition): AbstractPlugin {
  return new DefinedPlugin(definition)
}

class DefinedPlugin extends AbstractPlugin {
  readonly #definition: PluginDefinition

  constructor(definition: PluginDefinition) {
    super()
    this.#definition = definition
  }

  override getName() {
    return this.#definition.name ?? null
  }

  tools() {
    const { tools } = this.#definition
    return typeof tools === 'function' ? tools.call(this.#definition) : tools
  }

  override agentTemplatePaths() {
    return this.#definition.agentTemplatePaths ?? []
  }

  override skillPaths() {
    return this.#definition.skillPaths ?? []
  }

  override schemaVersion() {
    return this.#definition.schemaVersion ?? 0
  }

  override migrationsPath() {
    return this.#definition.migrationsPath ?? null
  }

  override apps() {
    return this.#definition.apps ?? []
  }

  override register() {
    return this.#definition.register?.()
  }

  override boot() {
    return this.#definition.boot?.()
  }
}

/**
 * The plugin behind a main file's default export: an instance, a class built without arguments, or a plain object as
 * `definePlugin` takes it. Throws TypeError with a sentence when it is none of them.
 */
export function pluginOf(exported: unknown): AbstractPlugin {
  const plugin: unknown =
    typeof exported === 'function' && exported.prototype ? Reflect.construct(exported, []) : exported
  if (typeof plugin === 'object' && plugin !== null && 'tools' in plugin) {
    if (Object.getPrototypeOf(plugin) === Object.prototype) return definePlugin(plugin as PluginDefinition)
    if (typeof plugin.tools === 'function') return plugin as AbstractPlugin
  }
  throw new TypeError(
    'The default export is no plugin. Write: export default definePlugin({ tools: [MyTool] }), or a class extending AbstractPlugin.',
  )
}
