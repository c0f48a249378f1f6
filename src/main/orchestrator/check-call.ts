import type { OperationMetadata } from '@spora/sdk'
import type { ArgumentProblem } from '../../shared/contract/calls.ts'
import type { EffectiveOperation } from '../agents/tool-activation.ts'
import { canonicalJson, sha256 } from '../tools/canonical-json.ts'
import { checkArguments } from '../tools/check-arguments.ts'
import { operationSchemaText } from '../tools/operation-schema.ts'
import { discriminatorKey, operationsOf, resolveOperation } from '../tools/operations.ts'
import type { Arguments } from '../tools/parse-arguments.ts'
import { brief } from '../tools/quote.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { CallRow } from './call-store.ts'
import type { Policy } from './policy.ts'

/** A tool as one chat may use it. */
export interface Grant {
  readonly operations: readonly EffectiveOperation[]
  /** Who decides about a call of an operation that is on. */
  policy(operation: OperationMetadata, args: Arguments): Policy
}

/** A call that may be shown, decided and run: everything a row needs beside its description. */
export interface SoundCall {
  readonly ok: true
  readonly operation: OperationMetadata
  readonly args: Arguments
  readonly argsCanonical: string
  readonly argsSha256: string
  readonly coerced: readonly string[]
  readonly parameterSchema: string
  readonly policy: Policy
}

export interface UnsoundCall {
  readonly ok: false
  readonly code: string
  readonly operation: OperationMetadata | null
  readonly problems: readonly ArgumentProblem[]
}

/**
 * All gates a call passes, for the model's arguments, a draft, an edit and once more before it runs: the operation they
 * mean (F3), whether it is on for the agent (R3), the arguments against its schema (W6), who decides (P1).
 */
export function checkCall(
  tool: RegisteredTool,
  args: Arguments,
  { operations, policy }: Grant,
): SoundCall | UnsoundCall {
  const effective = new Map(operations.map(operation => [operation.name, operation]))
  const allowed = operations.filter(operation => operation.enabled).map(operation => operation.name)
  const { metadata } = tool
  const key = discriminatorKey(metadata)
  const named = key === null ? undefined : operationsOf(metadata).find(operation => operation.name === args[key])
  if (named && !effective.get(named.name)?.enabled) return disabled(named, key ?? '', allowed)
  const resolved = resolveOperation(metadata, args, allowed)
  if ('problem' in resolved) return unsound('CALL_ARGS_SCHEMA', null, key ?? '', resolved.problem)
  const { operation } = resolved
  const checked = checkArguments(metadata, operation.name, args)
  if (!checked.ok) return { ok: false, code: 'CALL_ARGS_SCHEMA', operation, problems: checked.problems }
  const argsCanonical = canonicalJson(checked.value)
  return {
    ok: true,
    operation,
    args: checked.value,
    argsCanonical,
    argsSha256: sha256(argsCanonical),
    coerced: checked.coerced,
    parameterSchema: operationSchemaText(metadata, operation.name),
    policy: policy(operation, checked.value),
  }
}

function disabled(operation: OperationMetadata, key: string, allowed: readonly string[]): UnsoundCall {
  const others = allowed.length > 0 ? ` Available: ${allowed.join(', ')}.` : ''
  return unsound('CALL_DISABLED', operation, key, `The operator has switched “${operation.name}” off.${others}`)
}

function unsound(code: string, operation: OperationMetadata | null, key: string, message: string): UnsoundCall {
  return { ok: false, code, operation, problems: [{ path: key && `/${key}`, code, message }] }
}

/** R3: whether the tool would run with other settings than those when the call was shown. */
export function settingsDiffer({ policy }: Pick<CallRow, 'policy'>, now: string): boolean {
  return typeof policy.settings === 'string' && policy.settings !== now
}

/** The problems as the model reads them. */
export function problemText(problems: readonly ArgumentProblem[]): string {
  const lines = problems.map(({ path, message }) => (path ? `- ${brief(path, 120)}: ${message}` : `- ${message}`))
  return `Not run: the call is not valid.\n${lines.join('\n')}\nCorrect it and send the whole call again.`
}
