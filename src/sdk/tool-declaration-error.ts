/** One thing wrong with a tool's declaration, with the way to repair it. */
export interface DeclarationProblem {
  /** TOOL_NAME_INVALID, TOOL_SCHEMA_INVALID, … */
  readonly code: string
  readonly className: string
  /** `@ToolParameter query`, `execute()`, … */
  readonly member: string
  readonly message: string
}

/** A tool class was declared wrongly: every problem at once. */
export class ToolDeclarationError extends Error {
  override readonly name = 'ToolDeclarationError'
  constructor(readonly problems: readonly DeclarationProblem[]) {
    super(problems.map(problem => `${problem.className}, ${problem.member}: ${problem.message}`).join('\n'))
  }
}
