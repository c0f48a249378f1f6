import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/message-port'
import { expect, onTestFinished, test } from 'vitest'
import { type ServedApp, servedApp } from '../../src/main/api/testing/served-app.ts'
import { decisionOn } from '../../src/main/orchestrator/testing/world.ts'
import type { CallView, Decision } from '../../src/shared/contract/calls.ts'
import type { contract } from '../../src/shared/contract/index.ts'
import type { TaskView } from '../../src/shared/contract/tasks.ts'
import { loops } from '../loops.ts'
import { startOpenAIServer } from '../model-servers/openai-server.ts'

/** Counts outside the app: in the process of the plugin. */
const COUNTER = `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
let effects = 0
export default definePlugin({ tools: [defineTool({
  name: 'counter', description: 'Counts.',
  operations: {
    add: { description: 'Adds one.', parameters: { n: { type: 'integer', description: 'Which.' } }, describe: () => 'Add one', execute: () => ToolResult.ok(String(++effects)) },
    read: { description: 'Reads it.', effect: 'none', requiresApprovalByDefault: false,
      describe: () => 'Read it', execute: () => ToolResult.ok(String(effects)) },
  },
})] })
`

const IN_ONE_CHAT = 20

type Way = (task_id: number, decision: Decision) => Promise<unknown>
type Window = ContractRouterClient<typeof contract>

/** A window: the contract over a message port, as the desktop app's. */
function openWindow({ app }: ServedApp): Window {
  const { port1, port2 } = new MessageChannel()
  new RPCHandler(app.router).upgrade(port1)
  port1.start()
  port2.start()
  onTestFinished(() => port1.close())
  return createORPCClient(new RPCLink({ port: port2 }))
}

async function office() {
  const turns: object[][] = []
  const server = await startOpenAIServer(() => {
    const calls = turns.shift()
    return calls
      ? { calls: calls.map(args => ({ name: 'office__counter', arguments: args })), whole: true }
      : { text: 'Done.', whole: true }
  })
  onTestFinished(() => server.close())
  const served = await servedApp({ office: COUNTER })
  const data = async <T>(method: string, path: string, body?: unknown) =>
    (await served.rest(method, path, body)).data as T
  const settings = { base_url: server.baseUrl, model: 'scripted-model' }
  await data('POST', '/models', { name: 'Wire', driver: 'openai_compatible', settings, is_default: true })
  const agent = await data<{ id: number }>('POST', '/agents', { name: 'Ada' })
  await data('POST', `/agents/${agent.id}/tools`, { tool_class: 'office/CounterTool', enabled: true })
  const until = async (id: number, condition: (task: TaskView) => boolean): Promise<TaskView> => {
    for (;;) {
      const task = await data<TaskView>('GET', `/tasks/${id}`)
      if (condition(task)) return task
      await new Promise(resolve => setTimeout(resolve, 2))
    }
  }
  return {
    served,
    async chat(...calls: object[]): Promise<TaskView> {
      turns.push(calls)
      const { id } = await data<TaskView>('POST', '/tasks', { agent_id: agent.id, prompt: 'Count.' })
      return until(id, ({ status }) => status === 'PENDING_APPROVAL' || status === 'COMPLETED' || status === 'FAILED')
    },
    finished: (id: number) => until(id, ({ status }) => status === 'COMPLETED'),
  }
}

const callsOf = ({ timeline }: TaskView): CallView[] =>
  timeline.flatMap(item => (item.kind === 'call' ? [item.call] : []))

test('T-APPR-04: a double click, two windows and HTTP at the same time: one decision is stored, with at most one effect', async () => {
  const { served, chat, finished } = await office()
  const [one, two] = [openWindow(served), openWindow(served)]
  const ways: Way[] = [
    (task_id, decision) => one.tasks.approve({ task_id, decisions: [decision] }),
    (task_id, decision) => one.tasks.approve({ task_id, decisions: [decision] }),
    (task_id, decision) => two.tasks.approve({ task_id, decisions: [decision] }),
    async (task_id, decision) => {
      const { error } = await served.rest('POST', `/tasks/${task_id}/approve`, { decisions: [decision] })
      if (error) throw error
    },
  ]
  const races = loops(1_000)
  const won = { approve: 0, reject: 0 }
  for (let from = 0; from < races; from += IN_ONE_CHAT) {
    const numbers = Array.from({ length: Math.min(IN_ONE_CHAT, races - from) }, (_, index) => from + index)
    const task = await chat(...numbers.map(n => ({ action: 'add', n })))
    const first = new Map<string, 'approve' | 'reject'>()
    for (const [index, shown] of callsOf(task).entries()) {
      const race = from + index
      const verdict = (way: number) => ((race >> way) % 2 === 0 ? 'approve' : 'reject')
      // Another of them is first each time.
      const order = ways.map((_, place) => (place + race) % ways.length)
      const answers = await Promise.allSettled(
        order.map(way => (ways[way] as Way)(task.id, decisionOn(shown, verdict(way)))),
      )
      const codes = answers.map(answer => (answer.status === 'fulfilled' ? 'decided' : answer.reason.code))
      expect([race, codes.toSorted()]).toEqual([race, [...Array(ways.length - 1).fill('DECISION_ALREADY'), 'decided']])
      const winner = verdict(order[codes.indexOf('decided')] as number)
      first.set(shown.id, winner)
      won[winner]++
    }
    for (const ended of callsOf(await finished(task.id))) {
      const verdict = first.get(ended.id)
      expect(ended).toMatchObject({ decision: { verdict }, state: verdict === 'approve' ? 'succeeded' : 'rejected' })
    }
  }
  const [read] = callsOf(await chat({ action: 'read' })) as [CallView]
  expect(read.result?.content).toBe(String(won.approve))
  console.log(
    `T-APPR-04: ${races} races of 4, ${won.approve} approved with one effect each, ${won.reject} rejected with none`,
  )
}, 1_800_000)
