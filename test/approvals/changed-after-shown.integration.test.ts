import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decisionOn } from '../../src/main/orchestrator/testing/world.ts'
import { canonicalJson, sha256 } from '../../src/main/tools/canonical-json.ts'
import { type CallView, type Decision, decision as decisionMessage } from '../../src/shared/contract/calls.ts'
import { loops } from '../loops.ts'
import { RELAY, type RelayWorld, relayTool, relayWorld } from './relay-world.ts'

/** What is between showing and running: before the decision, or when it is stored and the call has not begun. */
type Moment = 'before' | 'after'

/** Changes one thing. Answers the message as it arrives, when that is what is changed. */
type Change = (world: RelayWorld, shown: CallView, random: number) => unknown

const pick = <T>(choices: readonly T[], random: number): T => choices[random % choices.length] as T

/** Other arguments that the operation would take as well. */
const OTHER = { action: 'post', to: 'Mallory' }
const otherText = canonicalJson(OTHER)

function setRow({ world }: RelayWorld, { id }: CallView, columns: Record<string, unknown>): void {
  const names = Object.keys(columns)
  world.parts.database.sqlite
    .prepare(`UPDATE tool_calls SET ${names.map(name => `${name} = ?`).join(', ')} WHERE id = ?`)
    .run(...Object.values(columns), id)
}

function saveSender({ world }: RelayWorld, agentId: number | null, sender: string): void {
  const { config } = world.parts
  const scope = agentId === null ? ({ scope: 'global' } as const) : ({ scope: 'agent', agent_id: agentId } as const)
  const { revision } = config.view(RELAY, scope)
  config.save(RELAY, scope, revision, [{ key: 'sender', action: 'set', value: sender }])
}

const flipped = (hash: string) => hash.replace(/.$/, last => (last === '0' ? '1' : '0'))

const PLACES: Record<string, { readonly when: readonly Moment[]; readonly change: Change }> = {
  'the row in the database': {
    when: ['before', 'after'],
    change: (world, shown, random) =>
      setRow(
        world,
        shown,
        pick<Record<string, unknown>>(
          [
            { args_canonical: otherText },
            { args_canonical: otherText, args_sha256: Buffer.from(sha256(otherText), 'hex') },
            { args_canonical: null, arguments_text: otherText },
            { revision: shown.revision + 1 },
            { tool_class: 'core/MailTool' },
          ],
          random,
        ),
      ),
  },
  'the message of the window': {
    when: ['before'],
    change: (_world, shown, random) => {
      const message = decisionOn(shown, 'approve')
      return pick<unknown>(
        [
          { ...message, args_sha256: flipped(shown.args_sha256) },
          { ...message, args_sha256: sha256(otherText) },
          { ...message, revision: shown.revision + 1 },
          { ...message, revision: shown.revision - 1 },
          { ...message, call_id: `${shown.id}x` },
          { ...message, arguments: OTHER },
          { ...message, args_sha256: undefined },
          { ...message, decision: 'approve_all' },
        ],
        random,
      )
    },
  },
  'the schema of the plugin': {
    when: ['before', 'after'],
    change: (world, _shown, random) =>
      world.replace(
        relayTool(
          world.executed,
          undefined,
          pick<object>([{ maximum: 3 }, { description: 'Copies.' }, { required: true }, { default: 7 }], random),
        ),
      ),
  },
  'a file of the plugin': {
    when: ['before', 'after'],
    change: (world, _shown, random) => world.replace(relayTool(world.executed, `files of 1.0.${random + 1}`)),
  },
  'a setting of the tool': {
    when: ['before', 'after'],
    change: (world, _shown, random) =>
      saveSender(world, pick([null, world.world.agentId], random), `sender ${random} ${performance.now()}`),
  },
  'the operation': { when: ['before', 'after'], change: (world, shown) => setRow(world, shown, { operation: 'drop' }) },
  'the id of the provider': {
    when: ['before'],
    change: (_world, shown) => ({ ...decisionOn(shown, 'approve'), call_id: 'call_from_provider' }),
  },
  'an edit in another window': {
    when: ['before', 'after'],
    change: ({ world }, shown) => world.service.editCall(shown.id, OTHER, shown.revision),
  },
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error)

/** The border takes what the contract allows; what it does not, is refused there. */
function arrived(message: unknown): Decision | null {
  const read = decisionMessage.safeParse(message)
  return read.success ? read.data : null
}

/** The code with which the changed thing was refused; null when it was taken. */
async function outcome(relay: RelayWorld, shown: CallView, place: string, moment: Moment, random: number) {
  const { world } = relay
  const { change } = PLACES[place] as (typeof PLACES)[string]
  if (moment === 'after') {
    await world.service.approve(shown.task_id, [decisionOn(shown, 'approve')], 1)
    const refused = await Promise.resolve(change(relay, shown, random)).then(() => null, codeOf)
    await world.settled(shown.task_id)
    return refused ?? world.service.call(shown.id).outcome?.code ?? null
  }
  const changed = await change(relay, shown, random)
  const isMessage = place === 'the message of the window' || place === 'the id of the provider'
  const message = arrived(isMessage ? changed : decisionOn(shown, 'approve'))
  if (!message) return 'BAD_REQUEST'
  const refused = await world.service.approve(shown.task_id, [message], 1).then(() => null, codeOf)
  await world.settled(shown.task_id)
  return refused ?? world.service.call(shown.id).outcome?.code ?? null
}

test('T-APPR-02: whatever changes between showing a call and running it is refused with a code, in 8 places', async () => {
  const relay = await relayWorld()
  const { world, executed, chat, replace } = relay
  const codes: Record<string, Record<string, number>> = {}
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        to: fc.string({ unit: 'grapheme', minLength: 1 }),
        place: fc.constantFrom(...Object.keys(PLACES)),
        moment: fc.nat(1),
        random: fc.nat(1_000),
      }),
      async ({ to, place, moment, random }) => {
        executed.clear()
        replace(relayTool(executed))
        const task = await chat({ arguments: { action: 'post', to, copies: 5 }, id: 'call_from_provider' })
        const [shown] = world.calls(task.id) as [CallView]
        expect(shown.state).toBe('awaiting')
        const { when } = PLACES[place] as (typeof PLACES)[string]
        const at = when[moment % when.length] as Moment
        const code = await outcome(relay, shown, place, at, random)
        expect([place, at, random, code]).toEqual([place, at, random, expect.any(String)])
        // An edit that comes too late is refused, and what was approved runs.
        const tooLate = place === 'an edit in another window' && at === 'after'
        expect([...executed.values()].flat()).toEqual(tooLate ? [shown.arguments] : [])
        const found = codes[place] ?? {}
        codes[place] = found
        found[code ?? ''] = (found[code ?? ''] ?? 0) + 1
        if (world.service.get(task.id).status === 'PENDING_APPROVAL') world.service.abort(task.id)
      },
    ),
    { numRuns: loops(2_000), endOnFailure: true },
  )
  const runs = Object.values(codes)
    .flatMap(found => Object.values(found))
    .reduce((sum, n) => sum + n, 0)
  console.log(
    `T-APPR-02: ${runs} changes in ${Object.keys(codes).length} places, all refused: ${JSON.stringify(codes)}`,
  )
  expect(Object.keys(codes).toSorted()).toEqual(Object.keys(PLACES).toSorted())
}, 1_800_000)

test('R3, P2: after an edit that would run without asking, other settings are refused all the same', async () => {
  const relay = await relayWorld()
  const { world, executed } = relay
  const task = await relay.chat({ arguments: { action: 'post', to: 'ada' } })
  const [shown] = world.calls(task.id) as [CallView]
  world.parts.activation.setOperation(world.agentId, RELAY, 'post', { requires_approval: false })
  await world.service.editCall(shown.id, OTHER, shown.revision)
  const edited = world.service.call(shown.id)
  expect(edited).toMatchObject({ state: 'awaiting', revision: 2 })
  saveSender(relay, null, 'somebody else')
  await expect(world.service.approve(task.id, [decisionOn(edited, 'approve')], 1)).rejects.toMatchObject({
    code: 'DECISION_STALE',
  })
  expect(executed.size).toBe(0)
})
