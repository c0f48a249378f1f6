import { AbstractTool, Tool, type ToolContext, ToolOperation, ToolParameter, ToolResult } from '@spora/sdk'
import { shortened } from '../shortened.ts'
import type { TimeServices } from './time-services.ts'
import { knownTimeZone } from './time-zone.ts'
import { human, iso8601, rfc2822, zonedTime } from './zoned-time.ts'

interface TimeArguments {
  readonly action?: string
  readonly epoch?: number
  readonly timezone?: string
  readonly format?: string
}

/** The last second a JavaScript date can hold: in the year 275760. */
const LAST_EPOCH = 8_640_000_000_000

@Tool({
  name: 'time',
  description: 'Tell the current date and time, or write a Unix timestamp as a date in any time zone.',
  displayName: 'Time',
  category: 'productivity',
  icon: 'clock',
})
@ToolOperation({
  name: 'now',
  description: "The current date and time in the user's time zone.",
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolOperation({
  name: 'format',
  description: 'A Unix timestamp as date and time in a time zone.',
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolParameter({
  name: 'epoch',
  type: 'integer',
  description: 'Seconds since 1 January 1970 UTC.',
  required: ['format'],
  minimum: 0,
})
@ToolParameter({
  name: 'timezone',
  type: 'string',
  description: 'For format: an IANA time zone such as Europe/Berlin.',
  default: 'UTC',
})
@ToolParameter({
  name: 'format',
  type: 'string',
  description: 'For format: how the date is written.',
  enum: ['iso8601', 'rfc2822', 'human'],
  default: 'iso8601',
})
export class TimeTool extends AbstractTool {
  readonly #services: TimeServices

  constructor(services: TimeServices) {
    super()
    this.#services = services
  }

  override execute(args: TimeArguments, _agentId: number, _taskId?: number | null, context?: ToolContext): ToolResult {
    const operation = this.getOperationName({ ...args })
    if (operation === 'now') return this.#now(context)
    if (operation === 'format') return format(args)
    return ToolResult.fail(`Unknown operation '${operation}'.`)
  }

  override describeAction(args: TimeArguments): string {
    switch (this.getOperationName({ ...args })) {
      case 'now':
        return 'Get current date and time'
      case 'format':
        return `Format epoch ${args.epoch ?? '?'} as datetime`
      default:
        return 'Use the time tool'
    }
  }

  #now(context?: ToolContext): ToolResult {
    const epoch = Math.floor(this.#services.now() / 1000)
    const timezone = this.#services.timeZoneOf(context?.runnerUserId ?? context?.ownerUserId ?? null)
    const time = zonedTime(epoch, timezone)
    const datetime = iso8601(time)
    const lines = [
      `Current Date & Time: ${datetime}`,
      `Weekday: ${time.weekday}`,
      `Timezone: ${timezone}`,
      `Unix Timestamp: ${epoch}`,
    ]
    return ToolResult.ok(lines.join('\n'), { datetime, timezone, epoch, weekday: time.weekday })
  }
}

function format({ epoch, timezone, format: style }: TimeArguments): ToolResult {
  if (typeof epoch !== 'number' || !Number.isInteger(epoch) || epoch < 0 || epoch > LAST_EPOCH) {
    const sentence = `epoch is required: whole seconds from 0 to ${LAST_EPOCH}.`
    return ToolResult.fail(sentence, { error_code: 'EPOCH_INVALID' })
  }
  const zone = knownTimeZone(timezone ?? 'UTC')
  if (zone === null) {
    const sentence = `There is no IANA time zone “${shortened(timezone)}”. Send a name such as Europe/Berlin.`
    return ToolResult.fail(sentence, { error_code: 'TIMEZONE_UNKNOWN' })
  }
  const time = zonedTime(epoch, zone)
  const styles = new Map([
    ['iso8601', iso8601(time)],
    ['rfc2822', rfc2822(time)],
    ['human', human(time, zone)],
  ])
  const formatted = styles.get(style ?? 'iso8601')
  if (formatted === undefined) {
    const sentence = `There is no format “${shortened(style)}”. Send one of ${[...styles.keys()].join(', ')}.`
    return ToolResult.fail(sentence, { error_code: 'FORMAT_UNKNOWN' })
  }
  const data = { formatted, weekday: time.weekday }
  return ToolResult.ok(JSON.stringify(data), data)
}
