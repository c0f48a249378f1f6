import type { Effect } from '@spora/sdk'
import type { EffectiveOperation } from '../agents/tool-activation.ts'
import { canonicalJson, sha256 } from '../tools/canonical-json.ts'
import { operationSchemaText } from '../tools/operation-schema.ts'
import { type Arguments, parseArguments } from '../tools/parse-arguments.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { shownName } from '../tools/shown-name.ts'
import { checkCall, type Grant } from './check-call.ts'
import type { ModelTurn, TurnCall } from './collect-turn.ts'
import { oneLine } from './one-line.ts'
import {
  CUT_OFF,
  disabledTool,
  notValid,
  type OutcomeWords,
  REFUSED_BY_RULE,
  tooManyCalls,
  unknownTool,
  unreadable,
} from './outcome-words.ts'
import type { Policy } from './policy.ts'

/** What the model may call now. */
export interface Planner {
  /** The canonical name for a wire name, only if this request offered it (W2). */
  canonical(wireName: string): string | undefined
  /** By canonical name. */
  readonly offered: ReadonlyMap<string, OfferedTool>
  /** By wire name: tools that exist but are switched off for this agent. */
  readonly disabled: ReadonlyMap<string, RegisteredTool>
  /** Wire names, as the model knows them. */
  readonly wireNames: readonly string[]
  readonly callsPerTurn: number
  policy(tool: RegisteredTool, ...call: Parameters<Grant['policy']>): Policy
}

export interface OfferedTool {
  readonly tool: RegisteredTool
  readonly operations: readonly EffectiveOperation[]
}

/** A call of a turn with everything decided about it that can be decided without a person. */
export interface PlannedCall {
  readonly written: TurnCall
  readonly tool: RegisteredTool | null
  readonly toolName: string
  readonly operation: string | null
  readonly operationDescription: string
  readonly effect: Effect
  readonly idempotent: boolean
  readonly parameterSchema: string | null
  readonly args: Arguments
  readonly argsCanonical: string
  readonly argsSha256: string
  readonly coerced: readonly string[]
  readonly policy: Policy
  readonly state: 'awaiting' | 'ready' | 'invalid' | 'rejected'
  /** What is said instead of a result; only for `invalid` and `rejected`. */
  readonly refusal: OutcomeWords | null
  /** What the call is called as long as no tool has described it. */
  readonly shortDescription: string
}

/**
 * Decides first, acts later: which calls of a turn run, which ask, and which are refused with a sentence the model can
 * use. Nothing is repaired and no name is guessed (R1).
 */
export function planCalls(turn: ModelTurn, planner: Planner): PlannedCall[] {
  return turn.calls.map((call, index) => {
    if (index >= planner.callsPerTurn) return refused(call, planner, tooManyCalls(planner.callsPerTurn))
    // W5: output that was cut off is never run, even where what arrived happens to be complete.
    if (turn.stopReason === 'length') return refused(call, planner, CUT_OFF)
    return planCall(call, planner)
  })
}

function planCall(call: TurnCall, planner: Planner): PlannedCall {
  const name = planner.canonical(call.wireName)
  const offered = name === undefined ? undefined : planner.offered.get(name)
  if (!offered) {
    const off = planner.disabled.get(call.wireName)
    return off
      ? refused(call, planner, disabledTool(call.wireName, planner.wireNames))
      : refused(call, planner, unknownTool(call.wireName, planner.wireNames))
  }
  const parsed = parseArguments(call.argumentsText)
  if (parsed.kind === 'malformed')
    return refused(call, planner, unreadable(parsed.code, parsed.message, parsed.problem))
  const args = parsed.kind === 'ok' ? parsed.value : {}
  const { tool, operations } = offered
  const policy: Grant['policy'] = (...call) => planner.policy(tool, ...call)
  const checked = checkCall(tool, args, { operations, policy })
  if (!checked.ok)
    return {
      ...refused(call, planner, notValid(checked.code, checked.problems)),
      operation: checked.operation?.name ?? null,
      operationDescription: checked.operation?.description ?? '',
      effect: checked.operation?.effect ?? 'none',
      parameterSchema: checked.operation && operationSchemaText(offered.tool.metadata, checked.operation.name),
      args,
      argsCanonical: canonicalJson(args),
      argsSha256: sha256(canonicalJson(args)),
    }
  const { operation } = checked
  return {
    written: call,
    tool: offered.tool,
    toolName: offered.tool.qualifiedName,
    operation: operation.name,
    operationDescription: operation.description,
    effect: operation.effect,
    idempotent: operation.idempotent || operation.effect === 'none',
    parameterSchema: checked.parameterSchema,
    args: checked.args,
    argsCanonical: checked.argsCanonical,
    argsSha256: checked.argsSha256,
    coerced: checked.coerced,
    policy: checked.policy,
    state: STATES[checked.policy.verdict],
    refusal: checked.policy.verdict === 'refuse' ? REFUSED_BY_RULE : null,
    shortDescription: shownName(offered.tool.metadata),
  }
}

/** P4: what the operator has refused once and for all is rejected, not faulty. */
const STATES = { run: 'ready', ask: 'awaiting', refuse: 'rejected' } as const

function refused(call: TurnCall, planner: Planner, refusal: OutcomeWords): PlannedCall {
  const tool =
    planner.offered.get(planner.canonical(call.wireName) ?? '')?.tool ?? planner.disabled.get(call.wireName) ?? null
  return {
    written: call,
    tool,
    toolName: tool?.qualifiedName ?? oneLine(call.wireName, 128),
    operation: null,
    operationDescription: '',
    effect: 'none',
    idempotent: true,
    parameterSchema: null,
    args: {},
    argsCanonical: '{}',
    argsSha256: sha256('{}'),
    coerced: [],
    policy: { verdict: 'refuse', decided_by: 'invalid', text: 'Refused before anyone was asked.', code: refusal.code },
    state: 'invalid',
    refusal,
    shortDescription: oneLine(tool ? shownName(tool.metadata) : call.wireName, 128) || 'A call without a name',
  }
}
