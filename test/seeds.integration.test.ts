import { expect, test, vi } from 'vitest'
import { servedApp } from '../src/main/api/testing/served-app.ts'
import type { AgentView } from '../src/shared/contract/agents.ts'
import type { CallView } from '../src/shared/contract/calls.ts'
import type { TaskView } from '../src/shared/contract/tasks.ts'

const PLANNER = `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
const operation = description => ({
  description,
  parameters: {
    zebra: { type: 'string', description: 'Declared first.', default: 'z' },
    expression: { type: 'string', description: 'Declared second.' },
    alpha: { type: 'integer', description: 'Declared third.', required: false },
  },
  describe: () => 'Calculate',
  execute: async ({ expression }) => ToolResult.ok(expression),
})
export default definePlugin({ tools: [defineTool({ name: 'calculator', description: 'Sums.', operations: { calculate: operation('Calculate.') } })] })
`

test('S1, P2: a call tells its parameters in the order of their declaration, wherever it is answered', async () => {
  const { rest } = await servedApp({ sums: PLANNER })
  await rest('POST', '/models', { name: 'Practice', driver: 'practice', settings: {} })
  const { id } = (await rest('POST', '/agents', { name: 'Ada' })).data as AgentView
  expect((await rest('POST', `/agents/${id}/tools/sums:calculator/enable`)).status).toBe(200)
  const task = (await rest('POST', '/tasks', { agent_id: id, prompt: 'what is 2 + 2?' })).data as TaskView
  const waiting = await vi.waitFor(
    async () => {
      const { data } = await rest('GET', '/calls/pending')
      const [call] = data as CallView[]
      if (!call) throw new Error('No call waits yet.')
      return call
    },
    { timeout: 30_000 },
  )
  const chat = (await rest('GET', `/tasks/${task.id}`)).data as TaskView
  const inChat = chat.timeline.flatMap(item => (item.kind === 'call' ? [item.call] : []))[0]
  const alone = (await rest('GET', `/calls/${waiting.id}`)).data as CallView
  for (const call of [waiting, inChat, alone])
    expect(Object.keys((JSON.parse(call?.parameter_schema ?? '{}') as { properties: object }).properties)).toEqual([
      'zebra',
      'expression',
      'alpha',
    ])
})
