import { operationsOf, resolveOperation } from '../../src/main/tools/operations.ts'
import { type OverrideRow, type Owners, operationsFor, registerAll } from './registered-tools.ts'
import { compareJson, deviates, matched, unexplained, type VectorRunner, type Verdict } from './runner.ts'

interface Input extends Owners {
  readonly method: 'resolveToolByName' | 'isOperationEnabled' | 'resolveRequiresApproval'
  readonly name?: string
  readonly toolClass?: string
  readonly operationName?: string
  readonly arguments?: Record<string, unknown>
  readonly agentId?: number
  readonly overrides?: readonly OverrideRow[]
}
type Output = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: { type: string } }

export const run: VectorRunner = ({ input, output }) => {
  const given = input as Input
  const theirs = output as Output
  return given.method === 'resolveToolByName' ? byName(given, theirs) : byOperation(given, theirs)
}

function byName(given: Input, theirs: Output): Verdict {
  const { registry, byClass, refused } = registerAll(given)
  const name = given.name ?? ''
  const tool = registry.byName(name)
  const ours = [...byClass].find(([, registered]) => registered === tool)?.[0]
  if (theirs.ok ? ours === theirs.value : ours === undefined) return matched
  // D5: a wrongly declared tool is refused alone; the others are found all the same.
  if (!theirs.ok && refused.size > 0) return deviates('D5')
  // R1: the whole name or nothing; the reference drops everything up to the first colon.
  const owner = theirs.ok ? byClass.get(String(theirs.value)) : undefined
  const plain = name.slice(name.indexOf(':') + 1)
  if (owner && owner.metadata.tool.name === plain && owner.qualifiedName !== name) return deviates('R1')
  return unexplained(`ours ${ours}, theirs ${JSON.stringify(theirs)}`)
}

function byOperation(given: Input, theirs: Output): Verdict {
  const className = given.toolClass ?? ''
  const { byClass, refused } = registerAll(given)
  const tool = byClass.get(className)
  if (!tool) {
    // D1: a class without the mixins is no tool.
    return theirs.ok ? deviates(refused.get(className)?.includes('TOOL_BASE_MISSING') ? 'D1' : 'D5') : matched
  }
  const operations = operationsFor(tool, className, given.agentId ?? 0, given.overrides ?? [])
  const declared = operationsOf(tool.metadata).map(({ name }) => name)
  if (given.method === 'isOperationEnabled') {
    const ours = operations.find(({ name }) => name === given.operationName)?.enabled ?? false
    // F4: a name the tool does not declare changes nothing, and R3: so it can never run.
    if (!declared.includes(given.operationName ?? '') && !ours)
      return theirs.ok && theirs.value ? deviates('F4') : matched
    return compareJson({ ok: true, value: ours }, theirs)
  }
  // D7: a tool that declares no operation has one.
  if (tool.metadata.operations.length === 0) return theirs.ok ? matched : deviates('D7')
  const allowed = operations.filter(({ enabled }) => enabled).map(({ name }) => name)
  const resolved = resolveOperation(tool.metadata, given.arguments ?? {}, allowed)
  // W6: with a choice, an operation that is missing or unknown is an error, and nothing runs.
  if ('problem' in resolved) return deviates('W6')
  const asks = operations.find(({ name }) => name === resolved.operation.name)?.requiresApproval
  return compareJson({ ok: true, value: asks }, theirs)
}
