import type { TemplateToolReview } from '../../../../shared/contract/templates.ts'

export interface TemplateOperation {
  readonly tool: TemplateToolReview
  readonly operation: TemplateToolReview['operations'][number]
}

export interface TemplateOperations {
  /** Run by themselves, as their tools declare, and only read. */
  readonly looks: readonly TemplateOperation[]
  /** Would run without asking: only with the operator's word. Also of tools that stay off for now. */
  readonly wants: readonly TemplateOperation[]
  readonly asks: readonly TemplateOperation[]
}

/** What the operations of a template come to for the person who decides. */
export function templateOperations(tools: readonly TemplateToolReview[]): TemplateOperations {
  const all = tools.flatMap(tool => tool.operations.map(operation => ({ tool, operation })))
  const on = all.filter(({ tool, operation }) => tool.state !== 'off' && operation.enabled)
  return {
    looks: on.filter(({ operation }) => operation.runs_freely && !operation.needs_consent),
    wants: on.filter(({ operation }) => operation.needs_consent),
    asks: on.filter(({ operation }) => !operation.runs_freely),
  }
}
