import { afterEach, expect, test } from 'vitest'
import { ModelError } from '../models/model-error.ts'
import { call, say, turn } from './testing/scripted-driver.ts'
import { World, type WorldOptions } from './testing/world.ts'

const worlds: World[] = []
function start(options?: WorldOptions): World {
  const world = new World(options)
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const last = (world: World) => world.driver.requests.at(-1)
const told = (world: World) => last(world)?.messages.filter(message => message.role === 'tool') ?? []

test('T2: a message is answered, and everything about it is in the chat', async () => {
  const world = start({ turns: [say('Hello.', 'stop', 'They greet.')] })
  const task = await world.ask('Hi there')
  expect(task).toMatchObject({
    status: 'COMPLETED',
    title: 'Hi there',
    final_response: 'Hello.',
    last_line: 'Hello.',
    step_count: 1,
    streaming: null,
    error: null,
    can_follow_up: true,
    usage: {
      input_tokens: 10,
      output_tokens: 5,
      reasoning_tokens: 1,
      cached_tokens: 2,
      cache_write_tokens: 3,
      sub_agents: 0,
    },
  })
  expect(task.timeline).toMatchObject([
    { kind: 'user', text: 'Hi there' },
    { kind: 'assistant', text: 'Hello.', reasoning: 'They greet.', step: 1 },
  ])
})

test('T2, P3: a call that need not ask runs, one that asks waits without holding a request, then the answer comes', async () => {
  const world = start({
    turns: [
      turn([call('lookup', { word: 'fungus' }), call('mail', { action: 'send', to: 'ada' })], 'Two things.'),
      say('All done.'),
    ],
  })
  const task = await world.ask()
  expect(task.status).toBe('PENDING_APPROVAL')
  expect(world.tools.effects).toEqual(['find fungus'])
  const [found, mail] = world.calls(task.id)
  expect(found).toMatchObject({ state: 'succeeded', result: { success: true, content: 'fungus means something.' } })
  expect(mail).toMatchObject({
    state: 'awaiting',
    display_name: 'Mail',
    human_description: 'Send mail to ada',
    operation: 'send',
    effect: 'write',
    rationale: 'Two things.',
    discriminator_key: 'action',
    step: 1,
    ordinal: 1,
  })
  expect(world.service.pendingCalls().map(({ id }) => id)).toEqual([mail?.id])
  expect(task.last_line).toBe('Send mail to ada')
  const done = await world.decide(task.id, ['approve'])
  expect(done).toMatchObject({ status: 'COMPLETED', final_response: 'All done.', step_count: 2 })
  expect(told(world)).toMatchObject([
    { content: 'fungus means something.', isError: false },
    { content: 'Sent to ada.', isError: false },
  ])
  expect(world.service.pendingCalls()).toEqual([])
})

test('P4: a rejected call never runs, and the model is told why, not as a failure', async () => {
  const world = start({ turns: [turn([call('mail', { action: 'send', to: 'ada' })]), say('Understood.')] })
  const task = await world.ask()
  const done = await world.decide(task.id, ['reject'], 'Use a copy instead.')
  expect(done.status).toBe('COMPLETED')
  expect(world.tools.effects).toEqual([])
  expect(told(world)).toMatchObject([{ isError: false, content: expect.stringContaining('Use a copy instead.') }])
  expect(told(world)[0]?.content).toMatch(/rejected.*not a failure/s)
  expect(world.calls(task.id)[0]).toMatchObject({
    state: 'rejected',
    decision: { verdict: 'reject', reason: 'Use a copy instead.' },
  })
})

test('P3: a batch may be partial: what is decided runs, the rest waits, a denied call does not end the turn (A18)', async () => {
  const mails = ['ada', 'bob', 'eve'].map(to => call('mail', { action: 'send', to }))
  const world = start({ turns: [turn(mails), say('Done.')] })
  const task = await world.ask()
  const partly = await world.decide(task.id, ['approve', 'reject', null])
  expect(partly.status).toBe('PENDING_APPROVAL')
  expect(world.calls(task.id).map(({ state }) => state)).toEqual(['succeeded', 'rejected', 'awaiting'])
  expect(world.tools.effects).toHaveLength(1)
  const done = await world.decide(task.id, ['approve'])
  expect(done.status).toBe('COMPLETED')
  expect(told(world).map(({ content }) => content)).toEqual([
    'Sent to ada.',
    expect.stringContaining('rejected'),
    'Sent to eve.',
  ])
})

test('T8: calls of one turn run at once and are told in call order', async () => {
  const world = start({
    turns: [turn(['a', 'b', 'c'].map(name => call('slow', { action: 'wait', name }))), say('Done.')],
  })
  const task = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 3)
  expect(world.tools.effects).toEqual(['begin a', 'begin b', 'begin c'])
  for (const name of ['c', 'b', 'a']) {
    world.tools.gates.get(name)?.()
    await world.until(() => world.tools.effects.includes(`end ${name}`))
  }
  await world.settled(task.id)
  expect(told(world).map(({ content }) => content)).toEqual(['a is through.', 'b is through.', 'c is through.'])
})

test('T8: no more calls at once than the limit of the agent', async () => {
  const world = start({
    limits: { callsPerAgent: 2 },
    turns: [turn(['a', 'b', 'c'].map(name => call('slow', { action: 'wait', name }))), say('Done.')],
  })
  const task = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 2)
  expect(world.calls(task.id).map(({ state }) => state)).toEqual(['started', 'started', 'ready'])
  world.tools.gates.get('a')?.()
  await world.until(() => world.tools.gates.size === 3)
  world.tools.gates.get('b')?.()
  world.tools.gates.get('c')?.()
  await world.settled(task.id)
})

test('T8: no more calls at once than the limit of the plugin, whichever agents they are for', async () => {
  const waits = (...names: string[]) => turn(names.map(name => call('slow', { action: 'wait', name })))
  const world = start({ limits: { callsPerPlugin: 2 }, turns: [waits('a', 'b'), say('Done.')] })
  const bob = world.addAgent('Bob', [waits('c'), say('Done.')])
  const own = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 2)
  const bobs = world.service.create({ agent_id: bob, prompt: 'Go' }, 1)
  await world.until(() => world.calls(bobs.id)[0]?.state === 'ready')
  await new Promise(resolve => setTimeout(resolve, 20))
  expect([...world.tools.gates.keys()]).toEqual(['a', 'b'])
  expect(world.calls(bobs.id)[0]?.state).toBe('ready')
  world.tools.gates.get('b')?.()
  await world.until(() => world.tools.gates.has('c'))
  for (const name of ['a', 'c']) world.tools.gates.get(name)?.()
  for (const { id } of [own, bobs]) expect(await world.settled(id)).toMatchObject({ status: 'COMPLETED' })
})

test('T1, T8: a chat whose call waits for other chats’ calls can be stopped, and goes on at once', async () => {
  const wait = (name: string) => turn([call('slow', { action: 'wait', name })])
  const world = start({ limits: { callsPerAgent: 1 }, turns: [wait('a'), wait('b'), say('Here I am.'), say('Done.')] })
  const create = () => world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  const first = create()
  await world.until(() => world.tools.gates.size === 1)
  const other = create()
  await world.until(() => world.calls(other.id)[0]?.state === 'ready')
  world.service.abort(other.id)
  await world.until(() => world.calls(other.id)[0]?.state === 'cancelled')
  world.service.continue(other.id, { prompt: 'Are you there?' })
  await world.untilStatus(other.id, 'COMPLETED')
  expect(world.service.get(other.id).final_response).toBe('Here I am.')
  world.tools.gates.get('a')?.()
  expect(await world.settled(first.id)).toMatchObject({ status: 'COMPLETED' })
  expect(world.tools.effects).toEqual(['begin a', 'end a'])
})

test('T8: one call that waits for others can be stopped alone', async () => {
  const world = start({
    limits: { callsPerAgent: 1 },
    turns: [turn(['a', 'b'].map(name => call('slow', { action: 'wait', name }))), say('Done.')],
  })
  const task = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 1)
  world.service.stopCall(world.calls(task.id)[1]?.id ?? '')
  await world.until(() => world.calls(task.id)[1]?.state === 'cancelled')
  world.tools.gates.get('a')?.()
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED' })
  expect(world.tools.effects).toEqual(['begin a', 'end a'])
})

test('T8: tasks run at once up to a limit, the others are QUEUED', async () => {
  const world = start({
    limits: { runningTasks: 1 },
    turns: [turn([call('slow', { action: 'wait', name: 'first' })]), say('One.'), say('Two.')],
  })
  const one = world.service.create({ agent_id: world.agentId, prompt: 'One' }, 1)
  await world.until(() => world.tools.gates.size === 1)
  const two = world.service.create({ agent_id: world.agentId, prompt: 'Two' }, 1)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(world.service.get(two.id).status).toBe('QUEUED')
  world.tools.gates.get('first')?.()
  await world.settled(two.id)
  expect([one.id, two.id].map(id => world.service.get(id).status)).toEqual(['COMPLETED', 'COMPLETED'])
})

test('T2: text reaches the windows in pieces that fit together, and the view holds what was sent', async () => {
  let release: (() => void) | undefined
  const world = start({
    turns: [
      async function* () {
        yield { type: 'reasoning', text: 'Hm. ' }
        yield { type: 'text', text: 'One ' }
        yield { type: 'text', text: 'two ' }
        await new Promise<void>(resolve => {
          release = resolve
        })
        yield { type: 'call.started', index: 0, wireName: 'lookup' }
        yield { type: 'text', text: 'three.' }
        yield* say('')
      },
    ],
  })
  const task = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => release !== undefined)
  expect(world.service.get(task.id).streaming).toEqual({ step: 1, text: 'One two ', reasoning: 'Hm. ', calls: [] })
  release?.()
  const done = await world.settled(task.id)
  expect(done).toMatchObject({ status: 'COMPLETED', final_response: 'One two three.' })
  let text = ''
  for (const event of world.events)
    if (event.type === 'task.delta' && event.kind === 'text') {
      expect(event.offset).toBe(text.length)
      text += event.text
    }
  expect('One two three.'.startsWith(text)).toBe(true)
})

test('T1: abort works while the model writes; what was written stays, and the chat can go on', async () => {
  const world = start({
    turns: [
      async function* ({ signal }) {
        yield { type: 'text', text: 'Half an ans' }
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
      say('Now whole.'),
    ],
  })
  const task = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.service.get(task.id).streaming?.text === 'Half an ans')
  const aborted = world.service.abort(task.id)
  expect(aborted).toMatchObject({ status: 'ABORTED', streaming: null })
  expect(aborted.timeline).toMatchObject([
    { kind: 'user' },
    { kind: 'assistant', text: 'Half an ans' },
    { kind: 'notice', code: 'ABORTED' },
  ])
  world.service.continue(task.id, { prompt: 'Again, please.' })
  const done = await world.settled(task.id)
  expect(done).toMatchObject({ status: 'COMPLETED', final_response: 'Now whole.' })
  expect(last(world)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
})

test('T1: abort while a decision waits cancels the call; it is answered, and cannot be decided any more', async () => {
  const world = start({ turns: [turn([call('mail', { action: 'send', to: 'ada' })]), say('Ok.')] })
  const task = await world.ask()
  const [waiting] = world.calls(task.id)
  world.service.abort(task.id)
  expect(world.calls(task.id)[0]?.state).toBe('cancelled')
  const decision = {
    call_id: waiting?.id ?? '',
    decision: 'approve',
    args_sha256: waiting?.args_sha256 ?? '',
    revision: 1,
  } as const
  await expect(world.service.approve(task.id, [decision])).rejects.toMatchObject({ code: 'DECISION_STALE' })
  world.service.continue(task.id, { prompt: 'And now?' })
  await world.settled(task.id)
  expect(told(world)).toMatchObject([{ isError: true, content: expect.stringContaining('did not run') }])
  expect(world.tools.effects).toEqual([])
})

test('T1: abort reaches a call that runs, and the chat goes on only after the call has ended', async () => {
  const world = start({ turns: [turn([call('slow', { action: 'wait', name: 'a' })]), say('Ok.')] })
  const task = world.service.create({ agent_id: world.agentId, prompt: 'Go' }, 1)
  await world.until(() => world.tools.gates.size === 1)
  world.service.abort(task.id)
  world.service.continue(task.id, { prompt: 'Go on' })
  const done = await world.settled(task.id)
  expect(done.status).toBe('COMPLETED')
  expect(told(world)).toMatchObject([{ isError: true, content: expect.stringContaining('may have taken effect') }])
})

test('T1: what a state does not allow is refused with both states', async () => {
  const world = start({ turns: [say('Hi.')] })
  const task = await world.ask()
  const refused = { code: 'INVALID_STATE', message: expect.stringContaining('COMPLETED') }
  expect(() => world.service.abort(task.id)).toThrow(expect.objectContaining(refused))
  expect(() => world.service.retry(task.id)).toThrow(expect.objectContaining(refused))
  expect(() => world.service.get(999)).toThrow(expect.objectContaining({ code: 'TASK_NOT_FOUND' }))
})

test('T1: an agent that takes no follow-ups refuses them', async () => {
  const world = start({ turns: [say('Hi.')], agent: { allow_followup: false } })
  const task = await world.ask()
  expect(task.can_follow_up).toBe(false)
  expect(() => world.service.continue(task.id, { prompt: 'More' })).toThrow(
    expect.objectContaining({ code: 'INVALID_STATE' }),
  )
})

test('T3: at the step limit the task fails with MAX_STEPS, and goes on with more', async () => {
  const world = start({
    turns: [turn([call('lookup', { word: 'a' })]), turn([call('lookup', { word: 'b' })]), say('Found.')],
  })
  const task = await world.ask('Search', 2)
  expect(task).toMatchObject({ status: 'FAILED', error: { code: 'MAX_STEPS', action: 'continue' } })
  expect(task.timeline.at(-1)).toMatchObject({ kind: 'notice', code: 'MAX_STEPS' })
  world.service.continue(task.id, { additional_steps: 1 })
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'Found.', max_steps: 3 })
})

test.each([
  ['length', 'LLM_LENGTH', 'continue'],
  ['filter', 'LLM_FILTER', 'retry'],
  ['refusal', 'LLM_REFUSAL', 'retry'],
] as const)('T4: an answer that ended by %s is no success', async (stopReason, code, action) => {
  const world = start({ turns: [say('Half of', stopReason)] })
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'FAILED', final_response: null, error: { code, action } })
  expect(task.timeline[1]).toMatchObject({ kind: 'assistant', text: 'Half of' })
})

test('T4, T5: after the output limit the answer is taken up where it ended', async () => {
  const world = start({ turns: [say('Half of', 'length'), say(' it.')] })
  const task = await world.ask()
  world.service.continue(task.id, {})
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: ' it.' })
  expect(last(world)?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
})

test('T4: an empty answer fails with LLM_EMPTY and can be asked again (B125)', async () => {
  const world = start({ turns: [say(''), say('Here.')] })
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'FAILED', error: { code: 'LLM_EMPTY', action: 'retry' } })
  world.service.retry(task.id)
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'Here.' })
})

test('T7: errors that may pass are asked again, and the chat says so', async () => {
  const busy = new ModelError('LLM_OVERLOADED', 'The model is overloaded.', { retryable: true })
  const world = start({ turns: [busy, busy, say('Here.')] })
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'COMPLETED', final_response: 'Here.' })
  expect(task.timeline.filter(item => item.kind === 'notice')).toMatchObject([
    { code: 'RETRYING', text: expect.stringContaining('(1 of 4)') },
    { code: 'RETRYING', text: expect.stringContaining('(2 of 4)') },
  ])
})

test('T7: errors that cannot pass fail the task with code, sentence and what to do; nothing of the chat is lost', async () => {
  const wrongKey = new ModelError('LLM_AUTH', 'The key was refused. Check it.', { retryable: false, raw: '401' })
  const world = start({ turns: [turn([call('lookup', { word: 'a' })]), wrongKey, say('Now.')] })
  const task = await world.ask()
  expect(task).toMatchObject({
    status: 'FAILED',
    last_line: 'The key was refused. Check it.',
    error: { code: 'LLM_AUTH', message: 'The key was refused. Check it.', raw: '401', action: 'fix_model' },
  })
  world.service.retry(task.id)
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', error: null, step_count: 2 })
  expect(world.tools.effects).toEqual(['find a'])
})

test('T7: a stream that breaks off is asked again from its beginning', async () => {
  const world = start({ turns: [[{ type: 'text', text: 'Half' }], say('Whole.')] })
  expect(await world.ask()).toMatchObject({ status: 'COMPLETED', final_response: 'Whole.' })
})

test('B100: after three turns of unreadable calls the task fails clearly', async () => {
  const broken = () => turn([call('lookup', '{"word":')])
  const world = start({ turns: [broken(), broken(), broken(), say('never asked')] })
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'FAILED', error: { code: 'LLM_BAD_CALLS' } })
  expect(world.driver.requests).toHaveLength(3)
  expect(told(world)[0]).toMatchObject({ isError: true })
})

test('B111: an unknown tool is answered with the names that exist; one bad call does not stop the others', async () => {
  const world = start({ turns: [turn([call('serach', {}), call('lookup', { word: 'x' })]), say('Ok.')] })
  const task = await world.ask()
  expect(task.status).toBe('COMPLETED')
  expect(told(world)).toMatchObject([
    { isError: true, content: expect.stringMatching(/no tool named “serach”.*lookup, mail, slow/s) },
    { isError: false, content: 'x means something.' },
  ])
})

test('D8: a tool that fails or throws is an answer, and one without words is described by its arguments', async () => {
  const world = start({
    turns: [turn([call('slow', { action: 'fail' }), call('slow', { action: 'blow' })]), say('Ok.')],
  })
  const task = await world.ask()
  expect(task.status).toBe('COMPLETED')
  expect(world.calls(task.id)).toMatchObject([
    { state: 'failed', result: { success: false, content: 'It did not work.' } },
    { state: 'failed', human_description: expect.stringContaining('blow'), result: { success: false } },
  ])
  expect(told(world)).toMatchObject([{ isError: true }, { isError: true }])
})

test('T5: what a provider gave with a turn goes back to it', async () => {
  const world = start({ turns: [turn([call('lookup', { word: 'a' })], 'Looking.'), say('Ok.')] })
  await world.ask()
  expect(last(world)?.messages[1]).toMatchObject({
    role: 'assistant',
    text: 'Looking.',
    providerData: { signature: 'for 1' },
  })
})

test('T1: chats are listed by last change, found by what was said, renamed and removed with all they have', async () => {
  const world = start({ turns: [say('About mushrooms.'), say('About trees.')] })
  const first = await world.ask('Tell me one thing')
  const second = await world.ask('Tell me another')
  expect(world.service.list().map(({ id }) => id)).toEqual([second.id, first.id])
  expect(world.service.list({ search: 'MUSHROOM' }).map(({ id }) => id)).toEqual([first.id])
  expect(world.service.list({ search: '%' })).toEqual([])
  expect(world.service.list({ agent_id: 99 })).toEqual([])
  expect(world.service.rename(first.id, ' Fungi ').title).toBe('Fungi')
  expect(world.service.remove(first.id)).toEqual({ removed: true })
  expect(world.service.remove(first.id)).toEqual({ removed: false })
  expect(world.service.list().map(({ id }) => id)).toEqual([second.id])
})

test('T1: removing a chat in which a call waits stops it first', async () => {
  const world = start({ turns: [turn([call('mail', { action: 'send', to: 'ada' })])] })
  const task = await world.ask()
  world.service.remove(task.id)
  await world.service.idle()
  expect(world.service.pendingCalls()).toEqual([])
  expect(world.tools.effects).toEqual([])
})
