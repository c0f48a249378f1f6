import { collectMetadata, type HasOperations } from '@spora/sdk'
import { compareJson, deviates, matched, type VectorRunner } from './runner.ts'
import { ownOperations, type ToolDescription, toolClassOf } from './tool-description.ts'

interface Input {
  readonly tool_description: ToolDescription
  readonly method: 'getOperationName' | 'getOperations' | 'getOperation' | 'getOperationDescription'
  readonly arguments?: Record<string, unknown>
  readonly operationName?: string
}
type Outcome = { ok: true; value: unknown } | { ok: false }

class Root {}
type Tool = InstanceType<ReturnType<typeof HasOperations<typeof Root>>>

export const run: VectorRunner = ({ input, output }) => {
  const { tool_description: description, method, operationName = '', ...rest } = input as Input
  const tool = Reflect.construct(toolClassOf(description), []) as Tool
  const theirs = output as Outcome
  const ours = outcome(() => {
    if (method === 'getOperationName') return tool.getOperationName(rest.arguments ?? {})
    // The declared ones: the implicit operation is D7's.
    if (method === 'getOperations') return collectMetadata(toolClassOf(description)).operations.map(({ name }) => name)
    if (method === 'getOperation') return summary(tool.getOperation(operationName))
    return tool[method](operationName)
  })
  if (compareJson(ours, strip(theirs)).kind === 'matched') return matched
  const own = ownOperations(description)
  if (method === 'getOperationName') {
    const asked = rest.arguments?.[own[0]?.discriminatorKey ?? 'action']
    // D7: a tool that declares no operation has one.
    if (own.length === 0 && !theirs.ok) return deviates('D7')
    // W6: what is no text names no operation; JavaScript writes booleans as words.
    if (typeof asked === 'boolean' || (typeof asked === 'object' && !ours.ok)) return deviates('W6')
  }
  // A description of '0' is a description.
  if (
    method === 'getOperationDescription' &&
    own.some(
      ({ name, description: text }) =>
        name === operationName && text === '0' && compareJson(ours, { ok: true, value: '0' }).kind === 'matched',
    )
  )
    return deviates('D2')
  return compareJson(ours, strip(theirs))
}

function outcome(work: () => unknown): Outcome {
  try {
    return { ok: true, value: work() }
  } catch {
    return { ok: false }
  }
}

function strip(theirs: Outcome): Outcome {
  return theirs.ok ? theirs : { ok: false }
}

function summary(operation: ReturnType<Tool['getOperation']>) {
  if (!operation) return null
  const { name, description, enabledByDefault, requiresApprovalByDefault, discriminatorKey } = operation
  return { name, description, enabledByDefault, requiresApprovalByDefault, discriminatorKey }
}
