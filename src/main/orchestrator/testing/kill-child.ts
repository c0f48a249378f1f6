import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, ToolResult } from '@spora/sdk'
import { HandoverTool } from '../../builtin/handover/handover-tool.ts'
import { ModelError } from '../../models/model-error.ts'
import { registerBuiltin } from '../../tools/register-builtin.ts'
import type { FaultPoint } from '../faults.ts'
import { TaskService } from '../task-service.ts'
import { isFinal } from '../task-states.ts'
import { MODEL, openParts } from './open-parts.ts'
import { call, ScriptedDriver, say, turn } from './scripted-driver.ts'
import { decisionOn } from './world.ts'

/*
 * The runtime in a process of its own, for tests that kill it. Usage: kill-child FOLDER WORKLOAD [FAULT]. It does the
 * workload, or goes on with what the last process left; at FAULT, or where a workload says `hang`, it is gone or stands
 * still. What a person does is decided here too, and written to `acknowledged` only after the app said it is saved.
 * Effects go to `effects`, outside the app.
 */

const [folder = '', workload = '', fault] = process.argv.slice(2)
const effectsFile = join(folder, 'effects')
const acknowledgedFile = join(folder, 'acknowledged')

const WORKLOADS: Readonly<Record<string, { readonly calls: readonly [string, object][]; readonly hang?: string }>> = {
  read: { calls: [['lookup', { word: 'a' }]] },
  approval: { calls: [['mail', { to: 'approve' }]] },
  parallel: {
    calls: [
      ['mail', { to: 'approve' }],
      ['mail', { to: 'reject' }],
      ['note', { text: 'x' }],
      ['note', { text: 'y' }],
    ],
  },
  'sub-agent': { calls: [['handover', { op: 'sub_agent', agent_id: 2, prompt: 'Send it.' }]] },
  retry: { calls: [['lookup', { word: 'a' }]] },
  abort: { calls: [['mail', { to: 'abort' }]] },
  'hang-read': { calls: [['lookup', { word: 'a' }]], hang: 'lookup' },
  'hang-write': { calls: [['note', { text: 'x' }]], hang: 'note' },
  'hang-approval': { calls: [['mail', { to: 'approve' }]], hang: 'approval' },
}
const { calls, hang } = WORKLOADS[workload] ?? { calls: [] }

function effectTool(name: string, parameter: string, effect: 'none' | 'write', asks: boolean) {
  const Tool = defineTool({
    name,
    description: name,
    operations: {
      run: {
        description: name,
        effect,
        requiresApprovalByDefault: asks,
        parameters: { [parameter]: { type: 'string', description: 'What.' } },
        describe: () => name,
        execute: async (_args, _agent, _task, context) => {
          appendDurably(effectsFile, `${name} ${context.callId}`)
          if (hang === name && readFileSync(effectsFile, 'utf8').trim().split('\n').length === 1) await stand()
          return ToolResult.ok('done')
        },
      },
    },
  })
  return registerBuiltin(new Tool())
}

const driver = new ScriptedDriver()
let asked = 0
driver.stream = async function* ({ messages }) {
  if (workload === 'retry' && asked++ === 0) throw new ModelError('LLM_OVERLOADED', 'Busy.', { retryable: true })
  const last = messages.at(-1)
  if (last?.role === 'user' && last.text === 'Go.') yield* turn(calls.map(([tool, args]) => call(tool, args)))
  else if (last?.role === 'user' && last.text === 'Send it.') yield* turn([call('mail', { to: 'approve' })])
  else yield* say('Done.')
}

const parts = openParts(folder, [
  effectTool('lookup', 'word', 'none', false),
  effectTool('note', 'text', 'write', false),
  effectTool('mail', 'to', 'write', true),
  registerBuiltin(
    new HandoverTool({
      agentName: () => null,
      handOver: delegation => service.handOver(delegation),
      startSubAgent: delegation => service.startSubAgent(delegation),
    }),
  ),
])
const agent = parts.agents.list()[0] ?? parts.agents.create({ name: 'Ada' })
const helper = parts.agents.list()[1] ?? parts.agents.create({ name: 'Bob' })
const HANDOVER = 'core/HandoverTool'
const { revision } = parts.config.view(HANDOVER, { scope: 'global' })
if (revision === 0)
  parts.config.save(HANDOVER, { scope: 'global' }, revision, [
    { key: 'allowed_target_agents', action: 'set', value: [helper.id] },
  ])
for (const { id } of [agent, helper])
  for (const tool of parts.registry.list()) parts.activation.setTool(id, tool.toolClass, true)
parts.activation.setOperation(agent.id, HANDOVER, 'sub_agent', { requires_approval: false })
const service: TaskService = new TaskService({
  ...parts,
  drivers: { driverFor: () => ({ driver, config: MODEL }) },
  limits: { firstRetryMs: 1 },
  faults: {
    at(point: FaultPoint) {
      if (point === fault) process.kill(process.pid, 'SIGKILL')
    },
  },
})
service.start()
const task = service.list()[0] ?? service.create({ agent_id: agent.id, prompt: 'Go.' }, 1)
let unknown = 0
for (;;) {
  await service.idle()
  const view = service.get(task.id)
  if (isFinal(view.status) && view.status !== 'ABORTED') break
  if (hang === 'approval' && fault === 'wait') await stand()
  if (view.status === 'ABORTED') service.continue(task.id, { prompt: 'Go on.' })
  else await act()
}
const view = service.get(task.id)
const chats = service.list({ sub_agents: true }).map(({ id }) => service.get(id))
const made = chats.flatMap(chat => chat.timeline.flatMap(item => (item.kind === 'call' ? [item.call] : [])))
const decisions = made.flatMap(({ id, decision }) => (decision ? [`${id} ${decision.verdict}`] : []))
await service.stop()
parts.database.close()
console.log(
  JSON.stringify({
    status: view.status,
    chats: chats.map(chat => chat.status),
    turns: view.step_count,
    states: made.map(({ state }) => state),
    decisions,
    unknown,
  }),
)

/** One thing a person does. */
async function act(): Promise<void> {
  const pending = service.pendingCalls()
  for (const waiting of pending.filter(({ state }) => state === 'outcome_unknown')) {
    unknown++
    service.resolveCall(waiting.id, 'skip')
  }
  for (const waiting of pending.filter(({ state }) => state === 'awaiting')) {
    const { to } = waiting.arguments as { to: string }
    if (to === 'abort') {
      service.abort(task.id)
      return
    }
    const verdict = to === 'reject' ? 'reject' : 'approve'
    await service.approve(waiting.task_id, [decisionOn(waiting, verdict)], 1)
    appendDurably(acknowledgedFile, `${waiting.id} ${verdict}`)
  }
}

function appendDurably(file: string, line: string): void {
  appendFileSync(file, '')
  const descriptor = openSync(file, 'a')
  writeSync(descriptor, `${line}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Says so, and waits to be killed. */
async function stand(): Promise<never> {
  console.log('standing')
  for (;;) await sleep(60_000)
}
