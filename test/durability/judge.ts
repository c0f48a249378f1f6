import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CANARY, type DayReport } from './day.ts'
import { type KilledDay, OLD_PEOPLE } from './kill.ts'
import { type Acknowledged, OutsideWorld } from './world.ts'

export interface Verdict {
  /** What was promised and not kept, a sentence each. */
  readonly broken: readonly string[]
  readonly decisions: number
  readonly ambiguous: number
  readonly cards: number
  readonly duplicates: number
  readonly lost: number
}

const ENDED: ReadonlySet<string> = new Set(['COMPLETED', 'ABORTED'])

/** R1, on one day that ended in a kill and the day after it. */
export function judge(day: KilledDay): Verdict {
  const world = new OutsideWorld(day.folder)
  const { report } = day
  if ('failed' in report)
    return { broken: [report.failed], decisions: 0, ambiguous: 0, cards: 0, duplicates: 0, lost: 0 }
  const acknowledged = world.acknowledged
  const duplicates = repeated(world, acknowledged)
  const lost = lostDecisions(report, acknowledged)
  const promises: [boolean, string][] = [
    [duplicates.length === 0, `repeated: ${duplicates.join(', ')}`],
    [lost.length === 0, `decisions lost or changed: ${lost.join(', ')}`],
    [report.decidedTwice.length === 0, `decided twice: ${report.decidedTwice.join(', ')}`],
    [
      sameMembers(report.ambiguous, report.cards),
      `${report.ambiguous.length} ambiguous calls, ${report.cards.length} cards`,
    ],
    [cardWhereDue(day, report), 'no card for a call whose effect was there'],
    [uncarded(day).length === 0, `no card for the very call that was killed: ${uncarded(day).join(', ')}`],
    [
      report.chats.every(({ status }) => ENDED.has(status)),
      `chats ended as ${report.chats.map(({ status }) => status)}`,
    ],
    [
      report.chats.every(({ status, steps }) => status !== 'COMPLETED' || steps === 2),
      `turns: ${report.chats.map(({ title, steps }) => `${title} ${steps}`)}`,
    ],
    [
      acknowledged.every(fact => fact.kind !== 'chat' || report.chats.some(({ id }) => id === fact.id)),
      'a chat is gone',
    ],
    [report.secretOpens, 'the password is not there'],
    [!inClear(day.folder), 'the password stands in a file in clear'],
    [report.sound === 'ok', `the file: ${report.sound}`],
    [report.notices.length === 0, `notices: ${report.notices}`],
    [report.people === (day.old ? OLD_PEOPLE : 1), `${report.people} people`],
    [world.children.every(pid => !isAlive(pid)), 'a process of a plugin is left'],
  ]
  return {
    broken: promises.filter(([kept]) => !kept).map(([, what]) => what),
    decisions: acknowledged.filter(({ kind }) => kind === 'decision').length,
    ambiguous: report.ambiguous.length,
    cards: report.cards.length,
    duplicates: duplicates.length,
    lost: lost.length,
  }
}

/** Effects that happened more often than a person wanted. What only reads may be read again. */
function repeated(world: OutsideWorld, acknowledged: readonly Acknowledged[]): string[] {
  const times = new Map<string, number>()
  for (const { tool, call } of world.effects) if (tool !== 'lookup') times.set(call, (times.get(call) ?? 0) + 1)
  const again = (call: string) =>
    acknowledged.filter(fact => fact.kind === 'answer' && fact.call === call && fact.answer === 'run_again').length
  return [...times].filter(([call, count]) => count > 1 + again(call)).map(([call]) => call)
}

function lostDecisions(report: DayReport, acknowledged: readonly Acknowledged[]): string[] {
  return acknowledged.flatMap(fact =>
    fact.kind === 'decision' &&
    !report.decisions.some(
      ({ call, verdict, hash }) => call === fact.call && verdict === fact.verdict && hash === fact.hash,
    )
      ? [fact.call]
      : [],
  )
}

/**
 * Killed with the effect there and its end not stored (F13, F14): the last effect before the kill is the one nobody knows
 * the end of, and its very call has a card, in whatever chat. What only reads has none.
 */
function uncarded({ when, folder, report, effectsBefore }: KilledDay): string[] {
  if ('failed' in report || (when !== 'F13' && when !== 'F14')) return []
  const last = new OutsideWorld(folder).effects[effectsBefore - 1]
  return last && last.tool !== 'lookup' && !report.cards.includes(last.call) ? [last.call] : []
}

/** Told, perhaps done, its end not stored: a person is asked, and only then. */
function cardWhereDue({ workload, when }: KilledDay, { cards }: DayReport): boolean {
  const due = ['F11', 'F12', 'F13', 'F14', 'F15'].includes(when) && (workload === 'approval' || workload === 'parallel')
  return !due || cards.length > 0
}

function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every(member => other.includes(member))
}

function inClear(folder: string): boolean {
  const canary = Buffer.from(CANARY)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .some(path => statSync(path).isFile() && readFileSync(path).includes(canary))
}

/** One that ended and whose end nobody asked about is over too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self') || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
