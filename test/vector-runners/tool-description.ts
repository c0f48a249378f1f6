import {
  AbstractTool,
  HasOperations,
  HasParameterSchema,
  type OperationInfo,
  type ParameterInfo,
  type SettingInfo,
  type ToolClass,
  type ToolInfo,
  ToolResult,
} from '@spora/sdk'
import { declareOn } from '../../src/sdk/declarations.ts'

/** A tool as the vectors write it down (test/vectors/README.md). */
export interface ToolDescription {
  readonly base: 'AbstractTool' | 'traits' | 'schemaTraitOnly' | 'plain'
  readonly className?: string
  readonly abstract?: boolean
  readonly tool?: ToolInfo & Place
  readonly operations: readonly (OperationInfo & Place)[]
  readonly parameters: readonly (ParameterInfo & Place)[]
  readonly settings?: readonly (SettingInfo & Place)[]
}

interface Place {
  readonly declaredOn?: 'self' | 'parent' | 'grandparent'
}

const LEVELS = ['grandparent', 'parent', 'self'] as const

class Foreign {}
const BASES: Record<ToolDescription['base'], new () => object> = {
  AbstractTool: AbstractTool as unknown as new () => object,
  traits: HasParameterSchema(HasOperations(Foreign)) as unknown as new () => object,
  schemaTraitOnly: HasParameterSchema(Foreign) as unknown as new () => object,
  plain: Foreign,
}

/** The described class: grandparent, parent and the class itself, each with its own declarations. */
export function toolClassOf(description: ToolDescription): ToolClass & (new () => object) {
  let current = BASES[description.base]
  for (const level of LEVELS) {
    const Base = current
    current = class extends Base {
      execute() {
        return ToolResult.ok('')
      }

      describeAction() {
        return ''
      }
    }
    declareOn(current, {
      tools: description.tool && levelOf(description.tool) === level ? [bare(description.tool)] : [],
      operations: description.operations.filter(item => levelOf(item) === level).map(bare),
      parameters: description.parameters.filter(item => levelOf(item) === level).map(bare),
      settings: (description.settings ?? []).filter(item => levelOf(item) === level).map(bare),
    })
  }
  Object.defineProperty(current, 'name', { value: shortName(description.className ?? 'SampleTool') })
  return current
}

export function ownOperations(description: ToolDescription): readonly OperationInfo[] {
  return description.operations.filter(item => levelOf(item) === 'self')
}

export function levelOf(item: Place): (typeof LEVELS)[number] {
  return item.declaredOn ?? 'self'
}

/** `Acme\Tools\SearchTool` is SearchTool. */
export function shortName(className: string): string {
  return className.split('\\').at(-1) ?? className
}

/** Null stands for a field that was left out. */
function bare<T extends Place>(item: T): T {
  return Object.fromEntries(Object.entries(item).filter(([key, value]) => key !== 'declaredOn' && value !== null)) as T
}
