import type { JsonValue } from '@spora/sdk'
import type { WireTool } from '../model-driver.ts'

export interface PlannedCall {
  readonly wireName: string
  readonly arguments: Readonly<Record<string, JsonValue>>
}

interface Property {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly description?: unknown
}

/** The tools of one request, looked up the way a model would: by name, then by what the schema offers. */
export class ToolBox {
  readonly #tools: readonly WireTool[]

  constructor(tools: readonly WireTool[]) {
    this.#tools = tools
  }

  /** A core tool `name`, or a plugin's `slug__name`. */
  find(name: string | RegExp): OfferedTool | null {
    const own = (tool: WireTool) => tool.wireName.split('__').at(-1) ?? ''
    const tool = this.#tools.find(one => (typeof name === 'string' ? own(one) === name : name.test(own(one))))
    return tool ? new OfferedTool(tool) : null
  }
}

export class OfferedTool {
  readonly #tool: WireTool
  readonly properties: ReadonlyMap<string, Property>

  constructor(tool: WireTool) {
    this.#tool = tool
    const { properties } = tool.parameters ?? {}
    this.properties = new Map(Object.entries((properties ?? {}) as Record<string, Property>))
  }

  get description(): string {
    return this.#tool.description
  }

  /** The operations it lists; empty when it has one only and names none. */
  get operations(): readonly string[] {
    const choice = this.#discriminator()
    return choice ? choice.operations : []
  }

  /**
   * A call of `operation`, or null when the agent may not use it. `mark` is an argument only that operation takes: with
   * one operation allowed, the schema may not name it.
   */
  call(operation: string, args: PlannedCall['arguments'], mark?: string): PlannedCall | null {
    const choice = this.#discriminator()
    if (choice) {
      if (!choice.operations.includes(operation)) return null
      return { wireName: this.#tool.wireName, arguments: { [choice.key]: operation, ...args } }
    }
    if (mark !== undefined && !this.properties.has(mark)) return null
    return { wireName: this.#tool.wireName, arguments: args }
  }

  #discriminator(): { key: string; operations: string[] } | null {
    for (const key of ['action', 'op', 'operation']) {
      const values = this.properties.get(key)?.enum
      if (Array.isArray(values)) return { key, operations: values.map(String) }
    }
    return null
  }
}
