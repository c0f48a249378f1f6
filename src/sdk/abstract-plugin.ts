import type { ToolClass, ToolInstance } from './tool-instance.ts'

/** A page a plugin brings: a file inside its folder, shown under its name. */
export interface PluginApp {
  readonly id: string
  readonly title: string
  /** Path of an HTML file, relative to the plugin's folder. */
  readonly entry: string
}

/**
 * What a plugin's main file exports as default: a class extending this, or `definePlugin({...})`. Only `tools` is
 * required. Paths are relative to the plugin's folder.
 */
export abstract class AbstractPlugin {
  /** For people; null: the manifest's name. */
  getName(): string | null {
    return null
  }

  /** Tool classes (built once, without arguments) or ready instances. */
  abstract tools(): readonly (ToolClass | ToolInstance)[]

  agentTemplatePaths(): readonly string[] {
    return []
  }

  skillPaths(): readonly string[] {
    return []
  }

  /** Counts up with each migration; 0: the plugin keeps nothing in the database. */
  schemaVersion(): number {
    return 0
  }

  migrationsPath(): string | null {
    return null
  }

  apps(): readonly PluginApp[] {
    return []
  }

  /** Called once, before `boot` and before the tools are asked for. */
  register(): void | Promise<void> {}

  /** Called once, after the tools are built and before the first call. */
  boot(): void | Promise<void> {}
}
