import { readFileSync } from 'node:fs'
import { describeToolClass, type ToolContext } from '@spora/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loops } from '../../../../test/loops.ts'
import { TimeTool } from './time-tool.ts'
import { knownTimeZone } from './time-zone.ts'

const asked: (number | null)[] = []
const tool = new TimeTool({
  now: () => 1_753_464_720_999,
  timeZoneOf: userId => {
    asked.push(userId)
    return userId === 7 ? 'Asia/Tokyo' : 'Europe/Berlin'
  },
})

function format(args: { epoch?: unknown; timezone?: string; format?: string }) {
  return tool.execute({ action: 'format', ...args } as Parameters<TimeTool['execute']>[0], 1)
}

describe('time', () => {
  test("B: now is in the user's time zone", () => {
    expect(tool.execute({ action: 'now' }, 1)).toEqual({
      success: true,
      content:
        'Current Date & Time: 2025-07-25T19:32:00+02:00\nWeekday: Friday\nTimezone: Europe/Berlin\nUnix Timestamp: 1753464720',
      data: { datetime: '2025-07-25T19:32:00+02:00', timezone: 'Europe/Berlin', epoch: 1753464720, weekday: 'Friday' },
    })
    const context = { runnerUserId: 7, ownerUserId: 3 } as ToolContext
    expect(tool.execute({ action: 'now' }, 1, null, context).content).toContain('2025-07-26T02:32:00+09:00')
    expect(tool.execute({}, 1).success).toBe(true)
    expect(asked).toEqual([null, 7, null])
  })

  test('B: a timestamp in any zone and in three forms', () => {
    const epoch = 1753464720
    expect(format({ epoch })).toEqual({
      success: true,
      content: '{"formatted":"2025-07-25T17:32:00+00:00","weekday":"Friday"}',
      data: { formatted: '2025-07-25T17:32:00+00:00', weekday: 'Friday' },
    })
    expect(format({ epoch, timezone: 'Asia/Kathmandu', format: 'rfc2822' }).data).toMatchObject({
      formatted: 'Fri, 25 Jul 2025 23:17:00 +0545',
    })
    expect(format({ epoch, timezone: 'america/st_johns', format: 'human' }).data).toMatchObject({
      formatted: '2025-07-25 15:02:00 America/St_Johns',
    })
    expect(format({ epoch: 253402300800 }).data).toMatchObject({ formatted: '10000-01-01T00:00:00+00:00' })
  })

  test('B: the text gives the moment back, also where the offset has seconds', () => {
    expect(format({ epoch: 0, timezone: 'Africa/Monrovia' }).data).toMatchObject({
      formatted: '1969-12-31T23:15:30-00:44:30',
    })
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    fc.assert(
      fc.property(fc.integer({ min: 200_000_000, max: 4_000_000_000 }), zones, (epoch, timezone) => {
        const { formatted } = format({ epoch, timezone }).data as { formatted: string }
        expect(Date.parse(formatted) / 1000, `${timezone} ${formatted}`).toBe(epoch)
      }),
      { numRuns: loops(5000) },
    )
  }, 60_000)

  test('B: what is no timestamp, no zone or no format is refused with its code', () => {
    for (const epoch of [undefined, null, -1, 1.5, '5', true, [1], '', 8_640_000_000_001, Number.NaN])
      expect(format({ epoch })).toMatchObject({ success: false, data: { error_code: 'EPOCH_INVALID' } })
    for (const timezone of ['Atlantis/Mu', '', '+02:00', ' UTC', 'UTC ', 'UTC\n', 'local', '5'])
      expect(format({ epoch: 0, timezone })).toMatchObject({ success: false, data: { error_code: 'TIMEZONE_UNKNOWN' } })
    expect(format({ epoch: 0, format: 'xyz' })).toMatchObject({
      success: false,
      data: { error_code: 'FORMAT_UNKNOWN' },
    })
    expect(tool.execute({ action: 'rewind' }, 1)).toMatchObject({ success: false })
  })

  test('B: every zone name of the reference is accepted under its own name, and so are aliases', () => {
    const path = new URL('../../../../test/vectors/time_zone_identifiers.json', import.meta.url)
    const { identifiers } = JSON.parse(readFileSync(path, 'utf8')) as { identifiers: string[] }
    expect(identifiers).toHaveLength(419)
    for (const name of identifiers) expect(knownTimeZone(name)).toBe(name)
    for (const name of [
      'US/Eastern',
      'Asia/Calcutta',
      'Europe/Kiev',
      'EST',
      'GMT',
      'Etc/UTC',
      'Etc/GMT+5',
      'CET',
      'Zulu',
    ])
      expect(knownTimeZone(name)).toBe(name)
    expect(knownTimeZone('utc')).toBe('UTC')
    expect(knownTimeZone('europe/berlin')).toBe('Europe/Berlin')
  })

  test('B: declared as in the reference', () => {
    expect(describeToolClass(TimeTool)).toMatchObject({
      tool: { name: 'time', displayName: 'Time', category: 'productivity', icon: 'clock' },
      operations: [
        { name: 'now', requiresApprovalByDefault: false, effect: 'none' },
        { name: 'format', requiresApprovalByDefault: false, effect: 'none' },
      ],
      parameters: [{ name: 'epoch', required: ['format'] }, { name: 'timezone', default: 'UTC' }, { name: 'format' }],
    })
  })

  test('describeAction says what happens in one line', () => {
    expect(tool.describeAction({ action: 'now' })).toBe('Get current date and time')
    expect(tool.describeAction({ action: 'format', epoch: 12 })).toBe('Format epoch 12 as datetime')
    expect(tool.describeAction({ action: 'format' })).toBe('Format epoch ? as datetime')
    expect(tool.describeAction({ action: 'zap' })).toBe('Use the time tool')
  })
})
