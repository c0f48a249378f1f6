import { describeToolClass, type ToolContext } from '@spora/sdk'
import { expect, test } from 'vitest'
import type { Delegation, HandoverServices } from './handover-services.ts'
import { HandoverTool } from './handover-tool.ts'

function tool(answer: ReturnType<HandoverServices['handOver']> = { ok: true, taskId: 12, agentName: 'Ledger' }) {
  const asked: [string, Delegation][] = []
  const made = new HandoverTool({
    agentName: id => (id === 3 ? 'Ledger' : null),
    handOver: delegation => {
      asked.push(['handover', delegation])
      return answer
    },
    startSubAgent: delegation => {
      asked.push(['sub_agent', delegation])
      return answer
    },
  })
  const run = (args: object, taskId: number | null = 7, allowed: unknown = [3]) =>
    made.execute(args, 1, taskId, {
      callId: 'call',
      settings: { allowed_target_agents: allowed },
    } as unknown as ToolContext)
  return { made, asked, run }
}

test('H1: declared as the seed has it: two operations on “op” that ask, and the list of targets', () => {
  expect(describeToolClass(HandoverTool)).toMatchObject({
    tool: { name: 'handover', category: 'agent', icon: 'arrow-right' },
    operations: [
      { name: 'handover', discriminatorKey: 'op', requiresApprovalByDefault: true, enabledByDefault: true },
      { name: 'sub_agent', discriminatorKey: 'op', requiresApprovalByDefault: true, enabledByDefault: true },
    ],
    parameters: [
      { name: 'target_agent_id', type: 'integer', required: ['handover'] },
      { name: 'agent_id', type: 'integer', required: ['sub_agent'] },
      { name: 'prompt', type: 'string' },
    ],
    settings: [
      { key: 'allowed_target_agents', type: 'multi-select', required: true, exposeToLlm: true, resolveAs: 'agent' },
    ],
  })
})

test('H1: results have the shapes of the seed', () => {
  const { run, asked } = tool()
  expect(run({ op: 'handover', target_agent_id: 3, prompt: ' Go on. ' })).toEqual({
    success: true,
    content: 'Handed off to Ledger: [New task #12](/tasks/12).',
    data: { handover: true, op: 'handover', new_task_id: 12, target_agent_id: 3 },
  })
  expect(run({ op: 'sub_agent', agent_id: 3, prompt: 'A part.' })).toEqual({
    success: true,
    content: 'Sub-agent task #12 starts on Ledger (#3): [Sub-agent task #12](/tasks/12).',
    data: { op: 'sub_agent', spawned_sub_task_ids: [12], target_agent_id: 3 },
  })
  expect(asked).toEqual([
    ['handover', { agentId: 3, prompt: 'Go on.', taskId: 7, callId: 'call' }],
    ['sub_agent', { agentId: 3, prompt: 'A part.', taskId: 7, callId: 'call' }],
  ])
})

test('H4: what is missing or not allowed is refused in the reference’s order, and nothing begins', () => {
  const { run, asked } = tool()
  const refused = [
    run({ op: 'handover', prompt: 'x' }),
    run({ op: 'sub_agent', prompt: 'x' }),
    run({ op: 'handover', target_agent_id: 3, prompt: '  ' }),
    run({ op: 'handover', target_agent_id: 3, prompt: 'x' }, null),
    run({ op: 'handover', target_agent_id: 4, prompt: 'x' }),
    run({ op: 'handover', target_agent_id: 3, prompt: 'x' }, 7, null),
  ]
  expect(refused.map(({ success, content }) => [success, content])).toEqual([
    [false, 'target_agent_id is required.'],
    [false, 'agent_id is required.'],
    [false, expect.stringMatching(/^prompt is required/)],
    [false, expect.stringMatching(/only inside a chat/)],
    [false, expect.stringMatching(/does not allow.*#4/)],
    [false, expect.stringMatching(/does not allow.*#3/)],
  ])
  expect(asked).toEqual([])
  expect(
    tool({ ok: false, reason: 'Ledger is archived.' }).run({ op: 'handover', target_agent_id: 3, prompt: 'x' }),
  ).toMatchObject({
    success: false,
    content: 'Ledger is archived.',
  })
})

test('D8: what will happen is said with the agent’s name', () => {
  const { made } = tool()
  expect(made.describeAction({ op: 'handover', target_agent_id: 3, prompt: 'Go on.' })).toBe(
    'Hand this chat over to **Ledger**: Go on.',
  )
  expect(made.describeAction({ op: 'sub_agent', agent_id: 9, prompt: 'A part.' })).toBe(
    'Let **agent #9** do a part: A part.',
  )
  expect(made.describeAction({})).toBe('Hand this chat over to **an agent**: ')
})
