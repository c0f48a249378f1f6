import { describeToolClass, type JsonValue, type ToolResult } from '@spora/sdk'
import { TimeTool } from '../../src/main/builtin/time/time-tool.ts'
import { checkArguments } from '../../src/main/tools/check-arguments.ts'
import { operationsOf } from '../../src/main/tools/operations.ts'
import { type Arguments, parseArguments } from '../../src/main/tools/parse-arguments.ts'
import { compareJson, deviates, matched, skipped, unexplained, type VectorRunner, type Verdict } from './runner.ts'

interface Input {
  readonly method: 'execute' | 'describeAction'
  readonly argumentsJson: string
  /** Volatile values are replaced by {datetime}, {weekday} and {epoch}. */
  readonly template?: boolean
  readonly serverTimezone?: string
}
interface Output {
  readonly value?: string
  readonly success?: boolean
  readonly content?: string
  readonly data?: JsonValue
}

const LAST_JAVASCRIPT_SECOND = 8_640_000_000_000
const metadata = describeToolClass(TimeTool)

export const run: VectorRunner = ({ input, output }) => {
  const given = input as Input
  const theirs = output as Output
  const parsed = parseArguments(given.argumentsJson)
  if (parsed.kind === 'malformed') {
    if (theirs.success === false) return matched
    return parsed.code === 'CALL_ARGS_NUMBER' ? skipped('big-integer: no JavaScript number holds it') : deviates('W5')
  }
  const args = parsed.kind === 'ok' ? parsed.value : {}
  const tool = new TimeTool({ now: () => Date.now(), timeZoneOf: () => given.serverTimezone ?? 'UTC' })
  if (given.method === 'describeAction') {
    const verdict = compareJson(tool.describeAction(args as object), theirs.value)
    // W6: no list or object is a parameter of this tool; the app asks for a description after that was checked.
    const isNested = Object.values(args).some(value => typeof value === 'object' && value !== null)
    return verdict.kind === 'unexplained' && isNested ? deviates('W6') : verdict
  }
  return executed(tool, args, given, theirs)
}

/** The operation that is meant, the first when none is named; null when there is no such operation. */
function operationOf(tool: TimeTool, args: Arguments): string | null {
  try {
    const operation = tool.getOperationName(args)
    return operationsOf(metadata).some(({ name }) => name === operation) ? operation : null
  } catch {
    return null
  }
}

function executed(tool: TimeTool, args: Arguments, given: Input, theirs: Output): Verdict {
  const operation = operationOf(tool, args)
  if (operation === null) return theirs.success ? unexplained('ours knows no such operation') : matched
  const checked = checkArguments(metadata, operation, args)
  if (!checked.ok) {
    if (!theirs.success) return matched
    // W6: an argument that is not used, or a format that is none of the enum, is refused instead of passed over.
    const passedOver = operation === 'now' || checked.problems.every(({ path }) => path === '/format')
    return passedOver ? deviates('W6') : unexplained(checked.problems.map(({ message }) => message).join(' '))
  }
  if (Number(args.epoch) > LAST_JAVASCRIPT_SECOND) return skipped('beyond-js-date: JavaScript dates end in 275760')
  const ours = tool.execute(checked.value as object, 1)
  if (!ours.success) return theirs.success ? unexplained(ours.content) : sameCode(ours, theirs)
  if (theirs.success) return given.template ? sameTemplate(ours, theirs) : sameResult(ours, theirs, args)
  // W6: a text that is exactly a number is one, and null means absent.
  if (checked.coerced.length > 0) return deviates('W6')
  // W6 is JSON Schema: 1.0 is an integer.
  if (/"epoch"\s*:\s*\d+(\.0+|e\d)/i.test(given.argumentsJson)) return deviates('W6')
  // B: aliases are accepted, in any letter case.
  const code = (theirs.data as { error_code?: string } | null)?.error_code
  return code === 'TIMEZONE_UNKNOWN' ? deviates('B') : unexplained(`ours ${ours.content}, theirs ${theirs.content}`)
}

function sameCode(ours: ToolResult, theirs: Output): Verdict {
  return compareJson(ours.data, theirs.data)
}

function sameResult(ours: ToolResult, theirs: Output, args: Arguments): Verdict {
  // The reference escapes slashes in JSON; the text is the same.
  const sameText = ours.content === theirs.content?.replaceAll('\\/', '/')
  if (sameText && JSON.stringify(ours.data) === JSON.stringify(theirs.data)) return matched
  // B: an offset with seconds is written with them, so that the text gives the moment back.
  const [a, b] = [ours.data, theirs.data].map(data => (data as { formatted: string }).formatted) as [string, string]
  if (a.startsWith(b) && /^:\d\d$/.test(a.slice(b.length)) && momentOf(a) === args.epoch) return deviates('B')
  return unexplained(`ours ${a}, theirs ${b}`)
}

/** `…-00:44:30` has no place in Date.parse: read the offset's seconds apart. */
function momentOf(text: string): number {
  const [, minutes = '', sign = '', seconds = ''] = /^(.*([+-])\d\d:\d\d):(\d\d)$/.exec(text) ?? []
  return Date.parse(minutes) / 1000 + (sign === '-' ? 1 : -1) * Number(seconds)
}

function sameTemplate(ours: ToolResult, theirs: Output): Verdict {
  const { datetime, weekday, epoch, timezone } = ours.data as Record<string, string | number>
  if (Date.parse(String(datetime)) / 1000 !== epoch) return unexplained(`${datetime} is not ${epoch}`)
  const template = (text: string) =>
    text
      .replace(String(datetime), '{datetime}')
      .replace(`Weekday: ${weekday}`, 'Weekday: {weekday}')
      .replace(`Timestamp: ${epoch}`, 'Timestamp: {epoch}')
  const data = { datetime: '{datetime}', timezone, epoch: '{epoch}', weekday: '{weekday}' }
  return compareJson({ content: template(ours.content), data }, { content: theirs.content, data: theirs.data })
}
