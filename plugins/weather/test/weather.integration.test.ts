import { describeToolClass, type ToolContext, type ToolInstance } from '@spora/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, as a plugin's author writes it
import { WeatherTool } from '../src/weather-tool.mjs'
import { type OpenMeteoServer, openMeteoServer } from './open-meteo-server.ts'

let server: OpenMeteoServer
const tool = new WeatherTool() as ToolInstance

beforeAll(async () => {
  server = await openMeteoServer()
})
afterAll(() => server.close())

async function run(args: object, settings: object = {}) {
  const all = { units: 'metric', base_url: server.url, geocoding_url: server.url, ...settings }
  const context = { settings: all, fetch, signal: new AbortController().signal } as unknown as ToolContext
  return tool.execute(args as never, 1, null, context)
}

test('declares four operations; two run without asking, two ask, none changes anything', () => {
  const { operations, tool: info } = describeToolClass(WeatherTool)
  expect(info.name).toBe('weather')
  expect(
    operations.map(({ name, requiresApprovalByDefault, effect }) => [name, requiresApprovalByDefault, effect]),
  ).toEqual([
    ['current', false, 'none'],
    ['forecast', true, 'none'],
    ['astronomy', true, 'none'],
    ['search', false, 'none'],
  ])
})

test('S4: location is required by three operations and query by the fourth', () => {
  const { parameters } = describeToolClass(WeatherTool)
  const required = Object.fromEntries(parameters.map(parameter => [parameter.name, parameter.required]))
  expect(required).toMatchObject({ location: ['current', 'forecast', 'astronomy'], query: ['search'], date: false })
})

test('current: looks the place up, then asks for its weather', async () => {
  const result = await run({ action: 'current', location: 'Lisbon' })
  expect(result).toMatchObject({ success: true, data: { place: { name: 'Lisbon', country: 'Portugal' } } })
  expect(result.content).toBe(
    [
      'Lisbon, Portugal, 2026-06-21T14:00 local time: partly cloudy.',
      'Temperature 24.4 °C, feels like 25.1 °C.',
      'Humidity 52 %, wind 14.3 km/h, precipitation 0 mm.',
    ].join('\n'),
  )
})

test('current: coordinates need no place search, and the units setting is passed on', async () => {
  const before = server.requests.length
  const result = await run({ action: 'current', location: '38.72, -9.13' }, { units: 'imperial' })
  expect(result.content).toContain('Temperature 75.9 °F')
  expect(server.requests.slice(before)).toEqual([
    expect.stringMatching(/^\/v1\/forecast\?.*temperature_unit=fahrenheit/),
  ])
})

test('current: a region tells places of one name apart', async () => {
  const result = await run({ action: 'current', location: 'Springfield, Missouri' })
  expect(result.data).toMatchObject({ place: { region: 'Missouri' } })
})

test('forecast: one line a day, three when nothing is said', async () => {
  const lines = (await run({ action: 'forecast', location: 'Lisbon' })).content.split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toBe('2026-06-21: light rain, 17.2 °C to 27.5 °C, precipitation 1.4 mm, wind up to 22.1 km/h.')
  expect((await run({ action: 'forecast', location: 'Lisbon', days: 1 })).content.split('\n')).toHaveLength(2)
})

test('astronomy: sun from the service, moon computed', async () => {
  const result = await run({ action: 'astronomy', location: 'Lisbon', date: '2024-04-08' })
  expect(result.content).toBe(
    'Lisbon, Portugal, 2024-04-08: sunrise 06:12, sunset 21:05, 14 h 53 min of daylight.\nMoon: new moon, 0 % lit.',
  )
})

test('search: lists places with their coordinates, and says when there is none', async () => {
  expect((await run({ action: 'search', query: 'spring' })).content.split('\n')).toEqual([
    'Springfield, Illinois, United States: 39.8,-89.6 (America/Chicago)',
    'Springfield, Missouri, United States: 40.8,-89.6 (America/Chicago)',
  ])
  expect((await run({ action: 'search', query: 'nowhere' })).content).toContain('No place called “nowhere”')
})

test('D8: an unknown place, a refusal and a server that is not there are answers', async () => {
  expect(await run({ action: 'current', location: 'Atlantis' })).toMatchObject({
    success: false,
    content: expect.stringContaining('No place called “Atlantis”'),
  })
  expect(await run({ action: 'current', location: '99,0' })).toMatchObject({
    success: false,
    content: expect.stringContaining('Latitude must be in range'),
  })
  expect(await run({ action: 'current', location: '1,1' }, { base_url: 'http://127.0.0.1:1' })).toMatchObject({
    success: false,
    content: expect.stringContaining('127.0.0.1:1 cannot be reached'),
  })
})
