import { type CallOutcome, notDone } from './call-outcome.ts'
import { call, needsTool, type PracticeSkill, type PracticeStep, say } from './practice-skill.ts'
import { zoneOf } from './time-zones.ts'
import type { OfferedTool } from './tool-box.ts'

const ASKED =
  /^(?:and\s+)?(?:what(?:'s|’s| is)?\s+(?:the\s+)?(?:current\s+)?time(?:\s+is\s+it)?|(?:tell me\s+)?(?:the\s+)?(?:current\s+)?time|how late is it)(?:\s+(?:now|right now))?(?:\s+in\s+([\p{L}\s/_'.-]+?))?(?:\s+(?:now|right now))?[?.!\s]*$/iu

/** "what time is it in Tokyo": asks the clock, then has the moment written for the zone. */
export const timeInZone: PracticeSkill = {
  example: 'what time is it in Tokyo',
  takesRest: false,
  recognise(phrase, tools) {
    const asked = ASKED.exec(phrase.trim())
    if (!asked) return null
    const tool = tools.find('time')
    const now = tool?.call('now', {})
    if (!tool || !now) return needsTool('Time', tool ? 'now' : undefined)
    const place = asked[1]?.trim()
    if (!place) return ([outcome]) => (outcome ? here(outcome) : call('ask the clock', now))
    const zone = zoneOf(place)
    if (!zone)
      return () =>
        say(`I know no time zone for “${place}”. Name a city of the zone list, for example Tokyo or New York.`)
    return outcomes => there(outcomes, tool, zone, place, call('ask the clock', now))
  },
}

function here(outcome: CallOutcome): PracticeStep {
  if (outcome.kind !== 'done') return say(notDone('The question for the time', outcome))
  const [, date, time] = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(outcome.text) ?? []
  const weekday = /Weekday: (\S+)/.exec(outcome.text)?.[1]
  const zone = /Timezone: (\S+)/.exec(outcome.text)?.[1]
  if (date && time && weekday && zone) return say(`It is ${time} on ${weekday}, ${date} (${zone}).`)
  return say(`The clock says: ${outcome.text.trim().replace(/\s*\n\s*/g, ', ')}.`)
}

function there(
  [clock, written]: readonly CallOutcome[],
  tool: OfferedTool,
  zone: string,
  place: string,
  first: PracticeStep,
): PracticeStep {
  if (!clock) return first
  if (clock.kind !== 'done') return say(notDone('The question for the time', clock))
  const epoch = epochIn(clock.text)
  const format = epoch === null ? null : tool.call('format', { epoch, timezone: zone }, 'epoch')
  if (!format)
    return say(
      `The clock says: ${clock.text.trim().replace(/\s*\n\s*/g, ', ')}. I cannot write that for ${zone}: the operation “format” is off.`,
    )
  if (!written) return call('write it for the zone', format)
  if (written.kind !== 'done') return say(notDone(`Writing the time for ${zone}`, written))
  return say(inWords(written, place))
}

/** Seconds since 1970 as the tool tells them, or from its ISO time. */
export function epochIn(text: string): number | null {
  const seconds = /\b(\d{9,11})\b/.exec(text)?.[1]
  if (seconds) return Number(seconds)
  const iso = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/.exec(text)?.[0]
  const milliseconds = iso ? Date.parse(iso) : Number.NaN
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000)
}

function inWords(written: CallOutcome, place: string): string {
  try {
    const { formatted, weekday } = JSON.parse(written.text) as { formatted: string; weekday: string }
    const iso = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(formatted)
    const changed = written.edited ? ' (with the arguments you changed)' : ''
    if (iso) return `In ${place} it is ${iso[2]} on ${weekday}, ${iso[1]}${changed}.`
    return `In ${place} it is ${formatted}, ${weekday}${changed}.`
  } catch {
    return `In ${place} it is ${written.text.trim()}.`
  }
}
