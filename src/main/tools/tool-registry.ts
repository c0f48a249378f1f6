import type { RegisteredTool } from './registered-tool.ts'

/**
 * Every tool the app knows, in the order of registration. Look-up is exact, by qualified name or by class (R1):
 * nothing is trimmed, folded or guessed.
 */
export class ToolRegistry {
  readonly #byName = new Map<string, RegisteredTool>()
  readonly #byClass = new Map<string, RegisteredTool>()
  readonly #listeners = new Set<() => void>()
  readonly #prepared: (tool: RegisteredTool) => RegisteredTool
  #revision = 0
  #list: readonly RegisteredTool[] = []

  /** `prepared`: each tool as everybody gets it. */
  constructor(prepared: (tool: RegisteredTool) => RegisteredTool = tool => tool) {
    this.#prepared = prepared
  }

  /** Grows with every change; whoever caches something made from the tools keeps it beside this number. */
  get revision(): number {
    return this.#revision
  }

  /** All or nothing. Throws when a name or a class is taken; replace a plugin's tools with `removePlugin` first. */
  register(tools: readonly RegisteredTool[]): void {
    const names = new Set(this.#byName.keys())
    const classes = new Set(this.#byClass.keys())
    for (const tool of tools) {
      if (names.has(tool.qualifiedName)) throw new Error(`A tool named ${tool.qualifiedName} is registered already.`)
      if (classes.has(tool.toolClass)) throw new Error(`The tool class ${tool.toolClass} is registered already.`)
      names.add(tool.qualifiedName)
      classes.add(tool.toolClass)
    }
    for (const tool of tools.map(this.#prepared)) {
      this.#byName.set(tool.qualifiedName, tool)
      this.#byClass.set(tool.toolClass, tool)
    }
    if (tools.length > 0) this.#changed()
  }

  removePlugin(slug: string): void {
    const gone = this.#list.filter(tool => tool.pluginSlug === slug)
    for (const tool of gone) {
      this.#byName.delete(tool.qualifiedName)
      this.#byClass.delete(tool.toolClass)
    }
    if (gone.length > 0) this.#changed()
  }

  byName(qualifiedName: string): RegisteredTool | undefined {
    return this.#byName.get(qualifiedName)
  }

  byClass(toolClass: string): RegisteredTool | undefined {
    return this.#byClass.get(toolClass)
  }

  list(): readonly RegisteredTool[] {
    return this.#list
  }

  /** Calls the listener after every change; the answer stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(): void {
    this.#revision++
    this.#list = [...this.#byName.values()]
    for (const listener of this.#listeners) listener()
  }
}
