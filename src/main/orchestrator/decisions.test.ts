import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import type { CallView } from '../../shared/contract/calls.ts'
import { canonicalJson, sha256 } from '../tools/canonical-json.ts'
import type { Faults } from './faults.ts'
import { call, say, turn } from './testing/scripted-driver.ts'
import { decisionOn, World, type WorldOptions } from './testing/world.ts'

const worlds: World[] = []
function start(options?: WorldOptions): World {
  const world = new World(options)
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const SEND = { action: 'send', to: 'ada' }

/** A world in which one call of `mail` waits. */
async function waiting(args: unknown = SEND, options: WorldOptions = {}) {
  const world = start({ ...options, turns: [turn([call('mail', args)]), say('Ok.')] })
  const task = await world.ask()
  const [shown] = world.calls(task.id) as [CallView]
  expect(shown.state).toBe('awaiting')
  return { world, task, shown }
}

/** What the tool really got. */
function executed(world: World): unknown[] {
  return world.tools.effects.filter(line => line.startsWith('send ')).map(line => JSON.parse(line.slice(42)))
}

test('P2: what runs is byte for byte what was shown, for any arguments', async () => {
  const world = start()
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        action: fc.constant('send'),
        to: fc.string({ unit: 'binary' }),
        copies: fc.integer({ min: 1, max: 9 }),
        more: fc.dictionary(
          fc.string({ unit: 'grapheme' }).filter(key => !['__proto__', 'constructor', 'prototype'].includes(key)),
          fc.jsonValue(),
        ),
      }),
      async args => {
        world.driver.add(turn([call('mail', args)]), say('Ok.'))
        const before = world.tools.effects.length
        const task = await world.ask()
        const [shown] = world.calls(task.id) as [CallView]
        if (shown.state === 'invalid') {
          expect(world.tools.effects).toHaveLength(before)
          return
        }
        expect(sha256(canonicalJson(shown.arguments as never))).toBe(shown.args_sha256)
        await world.decide(task.id, ['approve'])
        expect(world.tools.effects).toHaveLength(before + 1)
        expect(canonicalJson(executed(world).at(-1) as never)).toBe(canonicalJson(shown.arguments as never))
      },
    ),
    { numRuns: loops(200) },
  )
}, 120_000)

test('P2: an edit is a new revision, checked and described anew, and the model is told what ran (A17)', async () => {
  const { world, task, shown } = await waiting()
  const edited = await world.service.editCall(shown.id, { action: 'send', to: 'bob', copies: 3 }, 1)
  expect(edited).toMatchObject({
    state: 'awaiting',
    revision: 2,
    human_description: 'Send mail to bob',
    arguments: { action: 'send', to: 'bob', copies: 3 },
    original_arguments: SEND,
  })
  expect(edited.args_sha256).not.toBe(shown.args_sha256)
  await world.decide(task.id, ['approve'])
  expect(executed(world)).toEqual([{ action: 'send', to: 'bob', copies: 3 }])
  const told = world.driver.requests.at(-1)?.messages.at(-1)
  expect(told).toMatchObject({
    role: 'tool',
    content: expect.stringMatching(/operator changed.*"to":"bob".*Sent to bob/s),
  })
  expect(world.driver.requests.at(-1)?.messages[1]).toMatchObject({
    calls: [{ argumentsText: JSON.stringify(SEND) }],
  })
  expect(world.calls(task.id)[0]?.decision).toMatchObject({ verdict: 'approve', edited: true })
})

test.each<[how: string, state: CallView['state'], end: (world: World, id: string) => unknown]>([
  ['“it happened”', 'succeeded', (world, id) => world.service.resolveCall(id, 'it_happened')],
  ['“skip”', 'failed', (world, id) => world.service.resolveCall(id, 'skip')],
  [
    'the chat is stopped after “run again”',
    'cancelled',
    (world, id) => world.service.abort(world.service.resolveCall(id, 'run_again').task_id),
  ],
  [
    'the tool is updated after “run again”',
    'invalid',
    (world, id) => {
      world.service.resolveCall(id, 'run_again')
      world.updateTool('mail')
    },
  ],
])('P2: the model is told what may have run when an edited call is lost, then: %s (A17)', async (_how, state, end) => {
  const { world, task, shown } = await waiting()
  world.loseCallsOf('mail')
  await world.service.editCall(shown.id, { action: 'send', to: 'bob' }, 1)
  await world.decide(task.id, ['approve'])
  expect(world.service.call(shown.id).state).toBe('outcome_unknown')
  await end(world, shown.id)
  await world.settled(task.id)
  const { state: ended, result } = world.service.call(shown.id)
  expect(ended).toBe(state)
  expect(result?.content).toMatch(/^\[The operator changed .* What ran: \{"action":"send","to":"bob"\}\]\n\n/)
})

test('P2: an edited call that is rejected has not run, and the model is not told that it has', async () => {
  const { world, task, shown } = await waiting()
  await world.service.editCall(shown.id, { action: 'send', to: 'bob' }, 1)
  await world.decide(task.id, ['reject'])
  expect(world.service.call(shown.id).result?.content).toMatch(/^The operator rejected this call, so it did not run/)
})

test('P2: an edit that is not valid is refused with every problem and changes nothing', async () => {
  const { world, shown } = await waiting()
  await expect(world.service.editCall(shown.id, { action: 'send', copies: 'many' }, 1)).rejects.toMatchObject({
    code: 'ARGUMENTS_INVALID',
    details: {
      problems: expect.arrayContaining([
        expect.objectContaining({ path: '/to' }),
        expect.objectContaining({ path: '/copies' }),
      ]),
    },
  })
  expect(world.service.call(shown.id)).toEqual(shown)
})

test('P2: a draft is checked by the same rules without being stored', async () => {
  const { world, shown } = await waiting()
  expect(await world.service.checkCall(shown.id, { action: 'send', to: 'eve' })).toEqual({
    ok: true,
    problems: [],
    human_description: 'Send mail to eve',
  })
  const bad = await world.service.checkCall(shown.id, { action: 'send', to: 'eve', bcc: 'x' })
  expect(bad).toMatchObject({ ok: false, problems: [{ path: '/bcc' }] })
  expect(world.service.call(shown.id)).toEqual(shown)
})

test('R3: an edit that turns the call into another operation passes every gate again', async () => {
  const { world, task, shown } = await waiting()
  const erase = await world.service.editCall(shown.id, { action: 'erase' }, 1)
  expect(erase).toMatchObject({ operation: 'erase', effect: 'destructive', human_description: 'Erase the mailbox' })
  expect(JSON.parse(erase.parameter_schema ?? '').properties).not.toHaveProperty('to')
  await expect(world.service.approve(task.id, [decisionOn(shown, 'approve')])).rejects.toMatchObject({
    code: 'DECISION_STALE',
  })
  await world.decide(task.id, ['approve'])
  expect(world.tools.effects).toEqual(['erase'])
})

test('R3: an edit cannot reach an operation that is switched off', async () => {
  const { world, shown } = await waiting()
  world.parts.activation.setOperation(world.agentId, 'core/MailTool', 'erase', { enabled: false })
  await expect(world.service.editCall(shown.id, { action: 'erase' }, 1)).rejects.toMatchObject({
    code: 'ARGUMENTS_INVALID',
    details: { problems: [{ path: '/action', code: 'CALL_DISABLED' }] },
  })
})

const STALE: Record<string, [why: string, change: (world: World, shown: CallView) => unknown]> = {
  'the chat was aborted': ['the call is cancelled', (world, shown) => world.service.abort(shown.task_id)],
  'the arguments were edited elsewhere': [
    'it was changed since you looked at it',
    (world, shown) => world.service.editCall(shown.id, { action: 'send', to: 'eve' }, 1),
  ],
  'the operation was switched off': [
    '“send” was switched off for this agent',
    world => world.parts.activation.setOperation(world.agentId, 'core/MailTool', 'send', { enabled: false }),
  ],
  'the tool was switched off': [
    '“mail” was switched off for this agent',
    world => world.parts.activation.setTool(world.agentId, 'core/MailTool', false),
  ],
  'the tool was updated': ['“mail” was updated since you looked at it', world => world.updateTool('mail')],
  'the tool was updated, as another window was told': [
    'it was changed since you looked at it',
    async (world, shown) => {
      world.updateTool('mail')
      await expect(world.service.approve(shown.task_id, [decisionOn(shown, 'approve')])).rejects.toThrow('was updated')
    },
  ],
  'the settings of the tool were changed': [
    'the settings of “mail” were changed since you looked at it',
    world => world.changeSetting('core/MailTool', 'signature', 'Yours'),
  ],
  'the plugin is gone': ['“mail” is not available now', world => world.removeTool('mail')],
  'another hash was shown': ['its arguments are not the ones you saw', () => ({ args_sha256: sha256('{}') })],
  'another revision was shown': ['it was changed since you looked at it', () => ({ revision: 7 })],
}

test.each(Object.keys(STALE))('P2: an approval is refused with DECISION_STALE and the reason when %s', async name => {
  const { world, task, shown } = await waiting()
  const [why, change] = STALE[name] ?? []
  const other = await change?.(world, shown)
  const changed = other !== null && typeof other === 'object' && !('id' in other) ? other : {}
  const decision = { ...decisionOn(shown, 'approve'), ...changed }
  await expect(world.service.approve(task.id, [decision])).rejects.toMatchObject({
    code: 'DECISION_STALE',
    message: `Nothing was decided: ${why}. Look at the call again.`,
  })
  await world.service.idle()
  expect(world.tools.effects).toEqual([])
  expect(world.service.call(shown.id).decision).toBeNull()
})

test('P2: after an update of the tool the call can be looked at and decided again', async () => {
  const { world, task, shown } = await waiting()
  world.updateTool('mail')
  await expect(world.service.approve(task.id, [decisionOn(shown, 'approve')])).rejects.toMatchObject({
    code: 'DECISION_STALE',
  })
  expect(world.service.call(shown.id)).toMatchObject({ state: 'awaiting', revision: 2, original_arguments: null })
  await world.decide(task.id, ['approve'])
  expect(executed(world)).toEqual([SEND])
})

test('P4: what cannot be approved any more can still be rejected', async () => {
  const { world, task } = await waiting()
  world.removeTool('mail')
  expect(await world.decide(task.id, ['reject'])).toMatchObject({ status: 'COMPLETED' })
})

test('P3: one stale decision in a batch: nothing of the batch is stored', async () => {
  const world = start({ turns: [turn([call('mail', SEND), call('mail', { ...SEND, to: 'bob' })]), say('Ok.')] })
  const task = await world.ask()
  const [first, second] = world.calls(task.id) as [CallView, CallView]
  const batch = [decisionOn(first, 'approve'), { ...decisionOn(second, 'approve'), revision: 9 }]
  await expect(world.service.approve(task.id, batch)).rejects.toMatchObject({
    code: 'DECISION_STALE',
    details: { call_id: second.id },
  })
  await world.service.idle()
  expect(world.calls(task.id).map(({ state, decision }) => [state, decision])).toEqual([
    ['awaiting', null],
    ['awaiting', null],
  ])
})

test('P3: a batch that decides a call twice, or a call of another chat, is refused', async () => {
  const { world, task, shown } = await waiting()
  const twice = [decisionOn(shown, 'approve'), decisionOn(shown, 'reject')]
  await expect(world.service.approve(task.id, twice)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  const other = await world.ask('Something else')
  await expect(world.service.approve(other.id, [decisionOn(shown, 'approve')])).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  await expect(
    world.service.approve(task.id, [{ ...decisionOn(shown, 'approve'), call_id: 'nobody' }]),
  ).rejects.toMatchObject({ code: 'DECISION_STALE', message: expect.stringContaining('this call is gone') })
})

test('P3: a tool that was updated is refused for every call of a batch, and all can be looked at again', async () => {
  const world = start({ turns: [turn([call('mail', SEND), call('mail', { ...SEND, to: 'bob' })]), say('Ok.')] })
  const task = await world.ask()
  world.updateTool('mail')
  await expect(world.decide(task.id, ['approve', 'approve'])).rejects.toMatchObject({ code: 'DECISION_STALE' })
  expect(world.calls(task.id).map(({ revision }) => revision)).toEqual([2, 2])
  expect(await world.decide(task.id, ['approve', 'approve'])).toMatchObject({ status: 'COMPLETED' })
})

test('P2: decided twice: the second is told who decided, and when (A2)', async () => {
  const { world, task, shown } = await waiting()
  await world.service.approve(task.id, [decisionOn(shown, 'approve')], 1)
  await expect(world.service.approve(task.id, [decisionOn(shown, 'reject')], 1)).rejects.toMatchObject({
    code: 'DECISION_ALREADY',
    message: expect.stringMatching(/^This call was already approved, on \w+ \d+, \d{4} at \d+:\d\d\s[AP]M\.$/),
    details: { verdict: 'approve', actor_user_id: 1, at: expect.stringMatching(/^\d{4}-/) },
  })
})

test('P2: of decisions made at the same time exactly one counts, with exactly one effect', async () => {
  const world = start()
  for (let round = 0; round < loops(200); round++) {
    world.tools.effects.length = 0
    world.driver.add(turn([call('mail', SEND)]), say('Ok.'))
    const task = await world.ask()
    const [shown] = world.calls(task.id) as [CallView]
    const verdicts = [round % 2 ? 'approve' : 'reject', 'approve', 'reject'] as const
    const answers = await Promise.allSettled(
      verdicts.map(verdict => world.service.approve(task.id, [decisionOn(shown, verdict)], 1)),
    )
    await world.service.idle()
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { n } = world.parts.database.sqlite
      .prepare('SELECT count(*) AS n FROM decisions WHERE call_id = ?')
      .get(shown.id) as { n: number }
    expect(n).toBe(1)
    expect(executed(world)).toHaveLength(world.calls(task.id)[0]?.state === 'succeeded' ? 1 : 0)
  }
}, 120_000)

test('P2: of two editors one is told that the other was faster', async () => {
  const { world, shown } = await waiting()
  const edits = await Promise.allSettled(
    ['bob', 'eve'].map(to => world.service.editCall(shown.id, { action: 'send', to }, 1)),
  )
  expect(edits.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(edits.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'REVISION_CONFLICT' } })
})

test('R3: an operation switched off after the approval does not run', async () => {
  const { world, task, shown } = await waiting()
  await world.service.approve(task.id, [decisionOn(shown, 'approve')])
  world.parts.activation.setOperation(world.agentId, 'core/MailTool', 'send', { enabled: false })
  await world.settled(task.id)
  expect(world.tools.effects).toEqual([])
  expect(world.calls(task.id)[0]).toMatchObject({ state: 'invalid', result: { success: false } })
})

test.each([
  ['the arguments', `UPDATE tool_calls SET args_canonical = '{"action":"send","to":"mallory"}'`],
  [
    'arguments and hash',
    `UPDATE tool_calls SET args_canonical = '{"action":"send","to":"mallory"}', args_sha256 = x'${sha256('{"action":"send","to":"mallory"}')}'`,
  ],
  ['the revision', 'UPDATE tool_calls SET revision = 5'],
  ['the operation', "UPDATE tool_calls SET operation = 'erase'"],
  ['the fingerprint', "INSERT INTO shared_texts VALUES (99, 'other'); UPDATE tool_calls SET tool_fingerprint = 99"],
])('P2: a row whose %s changed between decision and execution does not run', async (_what, sql) => {
  const { world, task, shown } = await waiting()
  await world.service.approve(task.id, [decisionOn(shown, 'approve')])
  world.parts.database.sqlite.exec(sql)
  await world.settled(task.id)
  expect(world.tools.effects).toEqual([])
  expect(world.calls(task.id)[0]?.state).toBe('invalid')
})

test('J1: a call that asks never runs without a decision row, even when its state says ready', async () => {
  const { world, task, shown } = await waiting()
  world.parts.database.sqlite.exec("UPDATE tool_calls SET state = 'ready'; UPDATE tasks SET status = 'RUNNING'")
  await world.restart()
  await world.settled(task.id)
  expect(world.tools.effects).toEqual([])
  expect(world.service.call(shown.id).state).toBe('awaiting')
  expect(world.service.get(task.id).status).toBe('PENDING_APPROVAL')
})

test('R3, P2: a tool replaced while the start of an approved call is stored runs nothing', async () => {
  let swap = () => {}
  const faults: Faults = {
    at(point) {
      if (point === 'F11') swap()
    },
  }
  const { world, task } = await waiting(SEND, { faults })
  swap = () => {
    swap = () => {}
    world.updateTool('mail')
  }
  await world.decide(task.id, ['approve'])
  expect(world.tools.effects).toEqual([])
  expect(world.calls(task.id)[0]).toMatchObject({ state: 'invalid' })
})

test('S3: the last five receipts, latest first, over all chats; not what is undecided or of a chat that is gone', async () => {
  const world = start()
  expect(world.service.decidedCalls()).toEqual([])
  const decided: string[] = []
  const tasks: number[] = []
  for (let index = 0; index < 7; index++) {
    world.driver.add(turn([call('mail', SEND)]), ...(index === 3 ? [] : [say('Ok.')]))
    const task = await world.ask()
    tasks.push(task.id)
    const [shown] = world.calls(task.id) as [CallView]
    if (index === 3) continue
    await world.decide(task.id, [index % 2 ? 'reject' : 'approve'], 'Because.')
    decided.unshift(shown.id)
  }
  const last = () => world.service.decidedCalls().map(({ id }) => id)
  expect(last()).toEqual(decided.slice(0, 5))
  expect(world.service.decidedCalls()[0]).toMatchObject({ decision: { verdict: 'approve' } })
  await world.service.remove(tasks[6] as number)
  expect(last()).toEqual(decided.slice(1, 6))
})
