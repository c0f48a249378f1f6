import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OpenMeteoServer {
  readonly url: string
  /** Path and query of every request. */
  readonly requests: string[]
  close(): Promise<void>
}

const LISBON = {
  id: 1,
  name: 'Lisbon',
  latitude: 38.72,
  longitude: -9.13,
  country: 'Portugal',
  country_code: 'PT',
  admin1: 'Lisbon',
  timezone: 'Europe/Lisbon',
}
const SPRINGFIELDS = ['Illinois', 'Missouri'].map((admin1, id) => ({
  id,
  name: 'Springfield',
  latitude: 39.8 + id,
  longitude: -89.6,
  country: 'United States',
  country_code: 'US',
  admin1,
  timezone: 'America/Chicago',
}))
const UNITS = {
  temperature_2m: '°C',
  temperature_2m_max: '°C',
  temperature_2m_min: '°C',
  apparent_temperature: '°C',
  relative_humidity_2m: '%',
  precipitation: 'mm',
  precipitation_sum: 'mm',
  wind_speed_10m: 'km/h',
  wind_speed_10m_max: 'km/h',
}

/** A local server that speaks Open-Meteo's shape: forecasts and place search. */
export async function openMeteoServer(): Promise<OpenMeteoServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://local')
    const [status, body] =
      pathname === '/v1/search'
        ? places(searchParams)
        : pathname === '/v1/forecast'
          ? forecast(searchParams)
          : [404, { error: true, reason: 'Not Found' }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function places(query: URLSearchParams): [number, object] {
  const name = query.get('name')?.toLowerCase() ?? ''
  const found = [LISBON, ...SPRINGFIELDS].filter(place => place.name.toLowerCase().startsWith(name))
  // The real one leaves `results` out when there are none.
  return [
    200,
    { generationtime_ms: 0.5, ...(found.length > 0 ? { results: found.slice(0, Number(query.get('count'))) } : {}) },
  ]
}

function forecast(query: URLSearchParams): [number, object] {
  const latitude = Number(query.get('latitude'))
  if (!(Math.abs(latitude) <= 90))
    return [400, { error: true, reason: `Latitude must be in range of -90 to 90°. Given: ${latitude}.` }]
  const answer = { latitude, longitude: Number(query.get('longitude')), timezone: 'Europe/Lisbon' }
  const fahrenheit = query.get('temperature_unit') === 'fahrenheit'
  const units = fahrenheit ? { ...UNITS, temperature_2m: '°F', apparent_temperature: '°F' } : UNITS
  if (query.has('current')) {
    const current = {
      time: '2026-06-21T14:00',
      interval: 900,
      temperature_2m: fahrenheit ? 75.9 : 24.4,
      apparent_temperature: 25.1,
      relative_humidity_2m: 52,
      precipitation: 0,
      weather_code: 2,
      wind_speed_10m: 14.3,
    }
    return [200, { ...answer, current_units: units, current }]
  }
  const first = query.get('start_date') ?? '2026-06-21'
  const days = query.has('start_date')
    ? [first]
    : Array.from({ length: Number(query.get('forecast_days')) }, (_, day) => `2026-06-${21 + day}`)
  const each = <T>(value: T) => days.map(() => value)
  const daily = {
    time: days,
    weather_code: each(61),
    temperature_2m_max: each(27.5),
    temperature_2m_min: each(17.2),
    precipitation_sum: each(1.4),
    wind_speed_10m_max: each(22.1),
    sunrise: days.map(day => `${day}T06:12`),
    sunset: days.map(day => `${day}T21:05`),
    daylight_duration: each(53_580),
  }
  return [200, { ...answer, daily_units: units, daily }]
}
