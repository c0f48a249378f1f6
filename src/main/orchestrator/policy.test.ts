import type { Effect } from '@spora/sdk'
import { expect, test } from 'vitest'
import { toolMetadata } from '../../../test/tool-metadata.ts'
import { completeOperation } from '../../sdk/operations-of.ts'
import { effectiveOperations } from '../agents/effective-operations.ts'
import { resolvePolicy } from './policy.ts'

test('P1, P7: what was chosen for an operation that does more now asks, and its card says why', () => {
  const policy = (effect: Effect, chosenFor: Effect | null) => {
    const info = { name: 'sync', effect, requiresApprovalByDefault: true }
    const chosen = new Map([['sync', { enabled: null, requiresApproval: false, chosenFor }]])
    const [effective] = effectiveOperations(toolMetadata([info], []), chosen)
    return resolvePolicy(completeOperation(info), effective)
  }
  for (const [now, then] of [
    ['destructive', 'write'],
    ['destructive', 'none'],
    ['write', 'none'],
  ] as const)
    expect(policy(now, then)).toMatchObject({
      verdict: 'ask',
      text: expect.stringContaining('did less than it does now'),
    })
  for (const [now, then] of [
    ['destructive', 'destructive'],
    ['none', 'write'],
    ['destructive', null],
  ] as const)
    expect(policy(now, then)).toMatchObject({ verdict: 'run', decided_by: 'operation_override' })
})
