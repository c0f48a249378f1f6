import type { OperationInfo, ParameterInfo, SettingInfo, ToolInfo } from './metadata.ts'
import { METADATA } from './symbol-metadata.ts'
import type { DeclarationProblem } from './tool-declaration-error.ts'
import type { ToolClass } from './tool-instance.ts'

/** What one class says about itself, in declaration order. Nothing inherited. */
export interface Declarations {
  readonly tools: ToolInfo[]
  readonly operations: OperationInfo[]
  readonly parameters: ParameterInfo[]
  readonly settings: SettingInfo[]
  /** What went wrong while declaring; told when the class is registered, with everything else. */
  readonly problems: Omit<DeclarationProblem, 'className'>[]
}

/** A registered symbol, so that a plugin that brings its own copy of the SDK is still understood. */
const KEY = Symbol.for('spora.tool-declarations')

/** The list of the class this metadata object belongs to; a base class has its own. */
export function ownDeclarations(metadata: object): Declarations {
  if (!Object.hasOwn(metadata, KEY)) {
    const empty: Declarations = { tools: [], operations: [], parameters: [], settings: [], problems: [] }
    Object.defineProperty(metadata, KEY, { value: empty })
  }
  return (metadata as Record<symbol, Declarations>)[KEY] as Declarations
}

/** Writes declarations onto a class without decorators. */
export function declareOn(toolClass: ToolClass, declarations: Partial<Declarations>): void {
  if (!Object.hasOwn(toolClass, METADATA)) {
    const inherited = (toolClass as unknown as Record<symbol, object | undefined>)[METADATA] ?? null
    Object.defineProperty(toolClass, METADATA, { value: Object.create(inherited), configurable: true, writable: true })
  }
  const own = ownDeclarations((toolClass as unknown as Record<symbol, object>)[METADATA] as object)
  own.tools.push(...(declarations.tools ?? []))
  own.operations.push(...(declarations.operations ?? []))
  own.parameters.push(...(declarations.parameters ?? []))
  own.settings.push(...(declarations.settings ?? []))
  own.problems.push(...(declarations.problems ?? []))
}

const NONE: Declarations = Object.freeze({ tools: [], operations: [], parameters: [], settings: [], problems: [] })

/** The declarations of a class and of each class above it, nearest first. */
export function declarationChain(toolClass: ToolClass): readonly Declarations[] {
  const chain: Declarations[] = []
  let current: object | null = toolClass
  while (typeof current === 'function' && current !== Function.prototype) {
    const metadata = Object.hasOwn(current, METADATA)
      ? (current as unknown as Record<symbol, object | null>)[METADATA]
      : null
    const own = metadata && Object.hasOwn(metadata, KEY) ? ownDeclarations(metadata) : NONE
    chain.push(own)
    current = Object.getPrototypeOf(current)
  }
  return chain
}
