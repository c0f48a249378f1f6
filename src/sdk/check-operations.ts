import type { OperationInfo } from './metadata.ts'
import { DEFAULT_DISCRIMINATOR } from './operations-of.ts'
import { duplicates, type Problem, shown } from './problem.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/
const KEY = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
const EFFECTS = ['none', 'write', 'destructive']
/** setTimeout's limit; a longer one would fire at once. */
const LONGEST_TIMEOUT = 2 ** 31 - 1

export function checkOperations(operations: readonly OperationInfo[]): Problem[] {
  return [...operations.flatMap(checkOperation), ...checkTogether(operations)]
}

function checkOperation(operation: OperationInfo): Problem[] {
  const member = `@ToolOperation ${shown(operation.name)}`
  const problem = (message: string): Problem => ({ code: 'TOOL_OPERATION_INVALID', member, message })
  const problems: Problem[] = []
  if (typeof operation.name !== 'string' || !NAME.test(operation.name))
    problems.push(
      problem(
        'name it with 1 to 64 letters, digits, "_", "-" and ".", beginning with a letter or "_", for example "list_events".',
      ),
    )
  if (typeof (operation.description ?? '') !== 'string') problems.push(problem('description must be text.'))
  const key = operation.discriminatorKey ?? DEFAULT_DISCRIMINATOR
  if (typeof key !== 'string' || !KEY.test(key) || isPrototypeName(key))
    problems.push(problem(`discriminatorKey ${shown(key)} is no argument name. Take "action", "op" or the like.`))
  if (operation.effect !== undefined && !EFFECTS.includes(operation.effect))
    problems.push(problem(`effect is ${shown(operation.effect)}; it is one of ${EFFECTS.join(', ')}.`))
  const { timeoutMs } = operation
  if (timeoutMs !== undefined && !(Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT))
    problems.push(problem(`timeoutMs is ${shown(timeoutMs)}; give whole milliseconds, 1 to ${LONGEST_TIMEOUT}.`))
  for (const flag of ['enabledByDefault', 'requiresApprovalByDefault', 'idempotent'] as const)
    if (operation[flag] !== undefined && typeof operation[flag] !== 'boolean')
      problems.push(problem(`${flag} is ${shown(operation[flag])}; write true or false.`))
  return problems
}

function checkTogether(operations: readonly OperationInfo[]): Problem[] {
  const problems: Problem[] = duplicates(operations.map(({ name }) => name)).map(name => ({
    code: 'TOOL_OPERATION_INVALID',
    member: `@ToolOperation ${shown(name)}`,
    message: 'two operations have this name. Rename one.',
  }))
  const keys = [...new Set(operations.map(({ discriminatorKey }) => discriminatorKey ?? DEFAULT_DISCRIMINATOR))]
  if (keys.length > 1)
    problems.push({
      code: 'TOOL_OPERATION_INVALID',
      member: '@ToolOperation',
      message: `the operations name different discriminator keys (${keys.join(', ')}). Write the same on each.`,
    })
  return problems
}

/** Names that mean something on every object, and so can never be an argument's name. */
export function isPrototypeName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype'
}
