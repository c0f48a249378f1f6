/** A moment on the clocks of one zone. */
export interface ZonedTime {
  readonly year: string
  readonly month: number
  readonly day: string
  readonly hour: string
  readonly minute: string
  readonly second: string
  readonly weekday: string
  /** Seconds east of UTC. */
  readonly offset: number
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `epoch`: whole seconds since 1970, not negative. `zone`: a name Intl knows. */
export function zonedTime(epoch: number, zone: string): ZonedTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = new Map(format.formatToParts(epoch * 1000).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const numbers = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(type => Number(part(type)))
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers
  return {
    year: part('year').padStart(4, '0'),
    month,
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
    weekday: part('weekday'),
    offset: Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - epoch,
  }
}

/** `2025-07-25T19:32:00+02:00` */
export function iso8601(time: ZonedTime): string {
  return `${date(time)}T${clock(time)}${offset(time, ':', true)}`
}

/** `Fri, 25 Jul 2025 19:32:00 +0200` */
export function rfc2822(time: ZonedTime): string {
  const day = `${time.weekday.slice(0, 3)}, ${time.day} ${MONTHS[time.month - 1]} ${time.year}`
  return `${day} ${clock(time)} ${offset(time, '', false)}`
}

/** `2025-07-25 19:32:00 Europe/Berlin` */
export function human(time: ZonedTime, zone: string): string {
  return `${date(time)} ${clock(time)} ${zone}`
}

function date({ year, month, day }: ZonedTime): string {
  return `${year}-${two(month)}-${day}`
}

function clock({ hour, minute, second }: ZonedTime): string {
  return `${hour}:${minute}:${second}`
}

/** Some zones were seconds off the minute long ago: without them, the text would be another moment. */
function offset({ offset: east }: ZonedTime, separator: string, seconds: boolean): string {
  const size = Math.abs(east)
  const parts = [two(Math.floor(size / 3600)), two(Math.floor(size / 60) % 60)]
  if (seconds && size % 60 !== 0) parts.push(two(size % 60))
  return `${east < 0 ? '-' : '+'}${parts.join(separator)}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
