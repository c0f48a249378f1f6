import { newId } from '../../storage/new-id.ts'
import { sha256 } from '../../tools/canonical-json.ts'
import type { CallRow } from '../call-store.ts'

/** A call without arguments, as it is stored. */
export function callRow(its: Pick<CallRow, 'taskId' | 'step' | 'ordinal' | 'state'>): CallRow {
  return {
    id: newId(),
    agentId: 1,
    providerCallId: null,
    toolClass: 'core/Mail',
    toolName: 'mail',
    operation: 'send',
    operationDescription: '',
    toolFingerprint: 'f',
    effect: 'write',
    idempotent: false,
    humanDescription: 'Send',
    parameterSchema: null,
    argumentsText: '{}',
    argsCanonical: '{}',
    argsSha256: sha256('{}'),
    revision: 1,
    coerced: [],
    policy: {},
    attempt: 0,
    bootId: null,
    resultContent: null,
    resultData: null,
    createdAt: new Date().toISOString(),
    startedAt: null,
    finishedAt: null,
    ...its,
  }
}
