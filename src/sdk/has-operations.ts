import { collectMetadata } from './collect-metadata.ts'
import type { Constructor } from './constructor.ts'
import type { OperationMetadata } from './metadata.ts'
import { operationsOf } from './operations-of.ts'
import type { ToolClass } from './tool-instance.ts'

interface Known {
  readonly operations: readonly OperationMetadata[]
  /** Null: what stands under the discriminator's name is an argument like any other. */
  readonly key: string | null
}

/** By class: its decorators have run before there is an instance to ask. */
const known = new WeakMap<ToolClass, Known>()

function knownOf(toolClass: ToolClass): Known {
  const found = known.get(toolClass)
  if (found) return found
  const metadata = collectMetadata(toolClass)
  const operations = operationsOf(metadata)
  const key = operations[0]?.discriminatorKey ?? null
  const isArgument = operations.length === 1 && metadata.parameters.some(({ name }) => name === key)
  const made = { operations, key: isArgument ? null : key }
  known.set(toolClass, made)
  return made
}

/** Adds the look-ups of a tool's operations to any class. They read the same declarations as schema and dispatch. */
export function HasOperations<Base extends Constructor>(base: Base) {
  abstract class WithOperations extends base {
    /** The class's own operations; when it declares none, the one that bears the tool's name. */
    getOperations(): readonly OperationMetadata[] {
      return knownOf(this.constructor as ToolClass).operations
    }

    /**
     * The operation these arguments ask for: the discriminator's text, even when no such operation exists; the first
     * operation when it is absent, null or ''. A tool with one operation may have a parameter of that name, which then
     * names nothing. Throws TypeError when it is neither text, number nor boolean.
     */
    getOperationName(args: Readonly<Record<string, unknown>>): string {
      const { operations, key } = knownOf(this.constructor as ToolClass)
      const [first] = operations as [OperationMetadata]
      const asked = key !== null && Object.hasOwn(args, key) ? args[key] : undefined
      if (asked === undefined || asked === null || asked === '') return first.name
      if (typeof asked === 'object') throw new TypeError(`"${key}" must be the name of an operation.`)
      return String(asked)
    }

    getOperation(name: string): OperationMetadata | null {
      return this.getOperations().find(operation => operation.name === name) ?? null
    }

    /** Its description; its name when it has none or is unknown. */
    getOperationDescription(name: string): string {
      return this.getOperation(name)?.description || name
    }

    /** True for an operation that is unknown. */
    isEnabledByDefault(name: string): boolean {
      return this.getOperation(name)?.enabledByDefault ?? true
    }

    /** True for an operation that is unknown. */
    requiresApprovalByDefault(name: string): boolean {
      return this.getOperation(name)?.requiresApprovalByDefault ?? true
    }
  }
  return WithOperations
}
