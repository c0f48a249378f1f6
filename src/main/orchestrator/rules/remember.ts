import type { Decision } from '../../../shared/contract/calls.ts'
import { SporaError } from '../../../shared/spora-error.ts'
import { discriminatorKey } from '../../tools/operations.ts'
import type { Arguments } from '../../tools/parse-arguments.ts'
import type { RegisteredTool } from '../../tools/registered-tool.ts'
import type { CallRow } from '../call-store.ts'
import type { Journal } from '../journal.ts'
import { REFUSED_BY_RULE } from '../outcome-words.ts'
import type { TaskTools } from '../task-tools.ts'
import type { NewRule, Rule } from './rule-store.ts'

/** P5: the rule that a decision makes beside itself: what was decided, from now on. Null when it is to hold only once. */
export function ruleOf(
  call: CallRow,
  decision: Decision,
  tool: RegisteredTool | undefined,
  actorUserId: number | null,
): NewRule | null {
  const { remember } = decision
  if (!remember) return null
  if (!tool || call.toolClass === null || call.operation === null || call.toolFingerprint === null)
    throw new SporaError(
      'VALIDATION_ERROR',
      `“${call.toolName}” is not available now, so no rule can be made for it.`,
      {
        call_id: call.id,
      },
    )
  return {
    verdict: decision.decision === 'approve' ? 'allow' : 'deny',
    scope: remember.scope,
    taskId: remember.scope === 'task' ? call.taskId : null,
    agentId: remember.scope === 'agent' ? call.agentId : null,
    toolClass: call.toolClass,
    toolName: call.toolName,
    operation: call.operation,
    arguments: boundArguments(call, remember.arguments ?? [], discriminatorKey(tool.metadata)),
    toolFingerprint: call.toolFingerprint,
    callId: call.id,
    actorUserId,
  }
}

/** The values the decided call has; a name it has not cannot be bound. */
function boundArguments(call: CallRow, names: readonly string[], discriminator: string | null): NewRule['arguments'] {
  const args = JSON.parse(call.argsCanonical) as Arguments
  return Object.fromEntries(
    names
      .filter(name => name !== discriminator)
      .map(name => {
        const value = Object.hasOwn(args, name) ? args[name] : undefined
        if (value === undefined)
          throw new SporaError(
            'VALIDATION_ERROR',
            `The call has no argument “${name}”, so no rule can be bound to it.`,
            {
              call_id: call.id,
              argument: name,
            },
          )
        return [name, value]
      }),
  )
}

/** Inside a transaction: decides every waiting call that the rule covers, in any chat. Answers them. */
export function applyToWaiting(journal: Journal, tools: TaskTools, rule: Rule): CallRow[] {
  const meant = journal.calls
    .waiting()
    .filter(call => call.toolClass === rule.toolClass && call.operation === rule.operation)
  return meant.filter(call => decide(journal, tools, call))
}

function decide(journal: Journal, tools: TaskTools, call: CallRow): boolean {
  const tool = tools.find(call.toolClass)
  if (call.state !== 'awaiting' || tool?.fingerprint !== call.toolFingerprint) return false
  const { operations, policy } = tools.of(journal.tasks.get(call.taskId)).to(tool)
  const operation = operations.find(({ name, enabled }) => enabled && name === call.operation)?.operation
  const decided = operation && policy(operation, JSON.parse(call.argsCanonical) as Arguments)
  if (decided?.rule_id === undefined || decided.verdict === 'ask') return false
  const moved =
    decided.verdict === 'run'
      ? journal.calls.move(call, 'awaiting', 'ready', { policy: { ...decided } })
      : journal.settle(call, 'rejected', REFUSED_BY_RULE, { policy: decided })
  if (moved) journal.rules.countHit(decided.rule_id)
  return moved
}
