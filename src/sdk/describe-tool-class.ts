import { checkOperations } from './check-operations.ts'
import { checkParameters } from './check-parameters.ts'
import { checkSettings } from './check-settings.ts'
import { checkText } from './check-text.ts'
import { checkBase, checkMethods, checkToolInfo } from './check-tool-info.ts'
import { collectMetadata } from './collect-metadata.ts'
import { declarationChain } from './declarations.ts'
import type { ToolInfo, ToolMetadata } from './metadata.ts'
import type { Problem } from './problem.ts'
import { type DeclarationProblem, ToolDeclarationError } from './tool-declaration-error.ts'
import type { ToolClass } from './tool-instance.ts'

/** What the class declares, complete and plain. Throws ToolDeclarationError with every problem at once. */
export function describeToolClass(toolClass: ToolClass): ToolMetadata {
  const problems = declarationProblems(toolClass)
  if (problems.length > 0) throw new ToolDeclarationError(problems)
  return JSON.parse(JSON.stringify(collectMetadata(toolClass))) as ToolMetadata
}

export function declarationProblems(toolClass: ToolClass): DeclarationProblem[] {
  const chain = declarationChain(toolClass)
  const metadata = collectMetadata(toolClass)
  const problems = [
    ...chain.flatMap(own => own.problems),
    ...checkToolInfo(chain[0]?.tools ?? []),
    ...checkBase(toolClass),
    ...checkMethods(toolClass),
    ...checkOperations(chain[0]?.operations ?? []),
    ...checkParameters(
      chain.map(own => own.parameters),
      metadata,
    ),
    ...checkSettings(
      chain.map(own => own.settings),
      metadata.settings,
    ),
  ]
  const className = toolClass.name || '(a class without a name)'
  return orBrokenText(problems, metadata).map(problem => ({ className, ...problem }))
}

/** The same of facts alone, for who did not see the class and believes nobody. */
export function metadataProblems(metadata: ToolMetadata): DeclarationProblem[] {
  const { className, tool, operations, parameters, settings } = metadata
  const problems = [
    ...checkToolInfo([tool as ToolInfo]),
    ...checkOperations(operations),
    ...checkParameters([parameters], metadata),
    ...checkSettings([settings], settings),
  ]
  return orBrokenText(problems, metadata).map(problem => ({ className, ...problem }))
}

/** Looked for where nothing else is wrong: what is wrong with its shape may have no end. */
function orBrokenText(problems: readonly Problem[], metadata: ToolMetadata): readonly Problem[] {
  return problems.length > 0 ? problems : checkText(metadata)
}
