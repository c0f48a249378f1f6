import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Preferences } from '../../shared/contract/system.ts'
import { ModelError } from '../models/model-error.ts'
import { call, type ScriptedTurn, say, turn } from '../orchestrator/testing/scripted-driver.ts'
import { connect, subAgent, team } from '../orchestrator/testing/team.ts'
import type { World } from '../orchestrator/testing/world.ts'
import { PreferencesStore } from '../settings/preferences-store.ts'
import type { Notification } from '../shell.ts'
import { Notifier } from './notifier.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const send = (to: string) => call('mail', { action: 'send', to })

const logError = (error: unknown) => {
  throw error
}

/** A world with a person who looks elsewhere, until a test says that they are in front of the window. */
function start(turns: readonly ScriptedTurn[], notifications?: Preferences['notifications'], burstMs = 1) {
  const world = team(turns)
  const told: Notification[] = []
  const badges: number[] = []
  /** As the system has them on the screen. */
  const onScreen = new Map<string, string>()
  const preferences = new PreferencesStore(world.parts.database, world.parts.events)
  if (notifications) preferences.set({ notifications })
  const front = { now: false, leave: () => {} }
  const shell = {
    notify(it: Notification) {
      if (front.now) return
      told.push(it)
      onScreen.set(it.key, it.body)
    },
    onLeave: (listener: () => void) => {
      front.leave = () => {
        front.now = false
        listener()
      }
    },
    withdraw: (key: string) => onScreen.delete(key),
    setBadge: (count: number) => badges.push(count),
  }
  const notifier = new Notifier(
    { events: world.parts.events, chats: world.service, preferences, shell: shell as never, logError },
    burstMs,
  )
  notifier.start()
  open.push(async () => {
    notifier.stop()
    await world.close()
  })
  return { world, told, badges, onScreen, front }
}

const later = () => sleep(30)
const ask = async (world: World, prompt: string) => {
  const task = await world.ask(prompt)
  await later()
  return task
}

test('9.8: what waits is told once a chat, with the words of the call, and a click leads to it', async () => {
  const { world, told, badges } = start([
    turn([send('ada')]),
    turn([send('bob'), send('eve')]),
    say('**Done** [here](x).'),
  ])
  const task = await ask(world, 'Write to them')
  const [first] = world.service.pendingCalls()
  expect(told).toEqual([
    { key: `chat ${task.id}`, title: 'Write to them', body: 'Send mail to ada', path: `/review/${first?.id}` },
  ])
  await world.decide(task.id, ['approve'])
  await later()
  expect(told.slice(1)).toMatchObject([{ body: '2 actions need you' }])
  await world.decide(task.id, ['approve', 'approve'])
  await later()
  expect(told.slice(2)).toEqual([
    { key: `chat ${task.id}`, title: 'Write to them', body: 'Done here.', path: `/chats/${task.id}` },
  ])
  expect(badges.at(-1)).toBe(0)
  expect(Math.max(...badges)).toBe(2)
})

// B4: a child that waits in the background.
test('9.8, B4: a sub-agent’s question is told for the person’s chat', async () => {
  const { world, told } = start([])
  const helper = world.addAgent('Helper', [turn([send('ada')]), say('Sent.')])
  connect(world, world.agentId, [helper])
  world.driver.add(turn([subAgent(helper)]), say('Done.'))
  const task = await ask(world, 'Plan it')
  expect(told).toMatchObject([{ key: `chat ${task.id}`, title: 'Plan it', body: 'Send mail to ada' }])
})

test('9.8, T3: a chat that failed is told with the reason, one that was stopped is not told at all', async () => {
  const failed = new ModelError('LLM_AUTH', 'The key was refused.', { retryable: false })
  const { world, told } = start([failed, turn([send('ada')])])
  await ask(world, 'Fail')
  expect(told).toMatchObject([{ title: 'Fail', body: 'Stopped: The key was refused.' }])
  const task = await ask(world, 'Stop')
  world.service.abort(task.id)
  await later()
  expect(told.slice(1)).toMatchObject([{ body: 'Send mail to ada' }])
})

test('9.8: discreet says nothing of what it is about; off says nothing, and the badge still counts', async () => {
  const discreet = start([turn([send('ada')])], 'discreet')
  await ask(discreet.world, 'Secret plan')
  expect(discreet.told).toMatchObject([{ title: 'Spora', body: 'Something needs you' }])
  const off = start([turn([send('ada')])], 'off')
  await ask(off.world, 'Secret plan')
  expect(off.told).toEqual([])
  expect(off.badges).toEqual([1])
})

test('9.8: what was said to wait is taken back when nothing waits any more, however that came; the end of a chat stays', async () => {
  const { world, onScreen } = start([
    turn([send('ada'), send('bob')]),
    say('Done.'),
    turn([send('eve')]),
    turn([send('joe')]),
  ])
  const screen = async () => {
    await later()
    return [...onScreen.values()]
  }
  const first = await ask(world, 'Decided')
  expect(await screen()).toEqual(['2 actions need you'])
  await world.decide(first.id, ['approve', null])
  expect(await screen()).toEqual(['2 actions need you'])
  await world.decide(first.id, ['approve'])
  expect(await screen()).toEqual(['Done.'])
  for (const [words, to] of [
    ['Stopped', 'eve'],
    ['Deleted', 'joe'],
  ] as const) {
    const task = await ask(world, words)
    expect(await screen()).toEqual(['Done.', `Send mail to ${to}`])
    world.service.abort(task.id)
    if (words === 'Deleted') world.service.remove(task.id)
    expect(await screen()).toEqual(['Done.'])
  }
})

test('9.8: a storm of events that no reader keeps up with ends no notification', async () => {
  const { world, told, badges } = start([turn([send('ada')]), turn([send('bob')])])
  const storm = () => {
    for (let number = 0; number < 12_000; number++) world.parts.events.changed('agents', number)
  }
  await later()
  storm()
  await ask(world, 'Write to Ada')
  expect(told).toMatchObject([{ body: 'Send mail to ada' }])
  const asked = world.ask('Write to Bob')
  storm()
  await asked
  await later()
  expect(told).toMatchObject([{ body: 'Send mail to ada' }, { body: 'Send mail to bob' }])
  expect(badges.at(-1)).toBe(2)
})

test('9.8: what was decided is taken back while the chat goes on', async () => {
  const { world, onScreen } = start([turn([send('ada')]), turn([send('bob')])])
  const task = await ask(world, 'Write')
  expect([...onScreen.values()]).toEqual(['Send mail to ada'])
  await world.decide(task.id, ['reject'])
  await later()
  expect([...onScreen.values()]).toEqual(['Send mail to bob'])
  await world.decide(task.id, ['reject'])
  await later()
  expect([...onScreen.values()]).not.toContain('Send mail to bob')
})

test('9.8: what waited before the start is counted, not told', async () => {
  const { world } = start([turn([send('ada')])])
  await ask(world, 'Old')
  const told: Notification[] = []
  const badges: number[] = []
  const preferences = new PreferencesStore(world.parts.database, world.parts.events)
  const shell = { notify: (it: Notification) => told.push(it), setBadge: (count: number) => badges.push(count) }
  const second = new Notifier(
    { events: world.parts.events, chats: world.service, preferences, shell: shell as never, logError },
    1,
  )
  second.start()
  await later()
  second.stop()
  expect({ told, badges }).toEqual({ told: [], badges: [1] })
})

test('9.8: what came up in front of the person is not told when they look elsewhere a moment later; what comes then is', async () => {
  const { world, told, badges, front } = start([turn([send('ada')]), turn([send('bob')])], 'all', 20)
  front.now = true
  await world.ask('Write to Ada')
  front.leave()
  await sleep(60)
  expect({ told, badges }).toEqual({ told: [], badges: [1] })
  await world.ask('Write to Bob')
  await sleep(60)
  expect(told).toMatchObject([{ title: 'Write to Bob', body: 'Send mail to bob' }])
})

const BROKEN: Record<string, (no: () => never) => object> = {
  'the system takes no notifications': no => ({ shell: { notify: no, setBadge: () => {} } }),
  'the icon takes no number': no => ({ shell: { notify: () => {}, setBadge: no } }),
  'the database cannot be read': no => ({
    chats: { activeChats: no, onEnd: () => {} },
    shell: { notify: () => {}, setBadge: () => {} },
  }),
  'the preferences cannot be read': no => ({
    preferences: { get: no },
    shell: { notify: () => {}, setBadge: () => {} },
  }),
}

// What is thrown in a timer, or at the end of a chat, ends the app.
test.each(Object.keys(BROKEN))('9.8: when %s, that is logged and chats go on', async what => {
  const world = team([turn([send('ada')]), say('Done.')])
  const logged: unknown[] = []
  const gone = new Error('org.freedesktop.Notifications is not there')
  const broken = BROKEN[what]?.(() => {
    throw gone
  })
  const preferences = new PreferencesStore(world.parts.database, world.parts.events)
  const parts = { events: world.parts.events, chats: world.service, preferences, ...broken }
  const notifier = new Notifier({ ...parts, logError: (error: unknown) => logged.push(error) } as never, 1)
  notifier.start()
  open.push(async () => {
    notifier.stop()
    await world.close()
  })
  const task = await ask(world, 'Write')
  expect(await world.decide(task.id, ['approve'])).toMatchObject({ status: 'COMPLETED' })
  await later()
  expect(new Set(logged)).toEqual(new Set([gone]))
})
