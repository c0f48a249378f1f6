import { defineTool, ToolResult } from '@spora/sdk'
import { dateOf, daylight } from './dates.mjs'
import { moonPhase } from './moon-phase.mjs'
import { requestForecast } from './open-meteo.mjs'
import { findPlace, placeName, searchPlaces } from './places.mjs'
import { skyOf } from './sky.mjs'
import { unitsOf } from './units.mjs'

const location = {
  type: 'string',
  description: 'A place such as "Lisbon" or "Springfield, Illinois", or "latitude,longitude" such as "38.72,-9.14".',
}

export const WeatherTool = defineTool({
  name: 'weather',
  displayName: 'Weather',
  description: 'Weather for any place: now, the next days, sun and moon. Knows places by name.',
  category: 'data',
  settings: [
    {
      key: 'units',
      label: 'Units',
      type: 'select',
      options: { metric: 'Metric (°C, km/h, mm)', imperial: 'Imperial (°F, mph, inch)' },
      default: 'metric',
      exposeToLlm: true,
    },
    {
      key: 'base_url',
      label: 'Forecast address',
      type: 'url',
      default: 'https://api.open-meteo.com',
      description: 'Where forecasts come from. Change it for your own Open-Meteo server.',
    },
    {
      key: 'geocoding_url',
      label: 'Place search address',
      type: 'url',
      default: 'https://geocoding-api.open-meteo.com',
      description: 'Where place names are looked up.',
    },
  ],
  operations: {
    current: {
      description: 'The weather at a place right now.',
      effect: 'none',
      requiresApprovalByDefault: false,
      timeoutMs: 20_000,
      parameters: { location },
      describe: ({ location }) => `Look up the weather in ${location}`,
      execute: (args, _agentId, _taskId, context) => answering(() => current(args, context)),
    },
    forecast: {
      description: 'The weather at a place over the next one to three days.',
      effect: 'none',
      timeoutMs: 20_000,
      parameters: {
        location,
        days: { type: 'integer', description: 'How many days, today included.', minimum: 1, maximum: 3, default: 3 },
      },
      describe: ({ location, days = 3 }) =>
        `Look up the forecast for ${location}, ${days} ${days === 1 ? 'day' : 'days'}`,
      execute: (args, _agentId, _taskId, context) => answering(() => forecast(args, context)),
    },
    astronomy: {
      description: 'Sunrise, sunset, length of the day and phase of the moon at a place.',
      effect: 'none',
      timeoutMs: 20_000,
      parameters: {
        location,
        date: {
          type: 'string',
          format: 'date',
          required: false,
          description: 'The day, such as 2026-06-21. Today when absent.',
        },
      },
      describe: ({ location, date }) => `Look up sun and moon in ${location}${date ? ` on ${date}` : ''}`,
      execute: (args, _agentId, _taskId, context) => answering(() => astronomy(args, context)),
    },
    search: {
      description: 'Finds places by name, with coordinates to use as location.',
      effect: 'none',
      requiresApprovalByDefault: false,
      timeoutMs: 20_000,
      parameters: { query: { type: 'string', description: 'The name of a place or the beginning of it.' } },
      describe: ({ query }) => `Search places called “${query}”`,
      execute: (args, _agentId, _taskId, context) => answering(() => search(args, context)),
    },
  },
})

async function current(args, context) {
  const place = await findPlace(args.location, context)
  const units = unitsOf(context.settings)
  const { current, current_units: shown } = await requestForecast(context, place, {
    ...units.query,
    current: 'temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,weather_code,wind_speed_10m',
  })
  const value = name => `${current[name]} ${shown?.[name] ?? ''}`.trim()
  return ToolResult.ok(
    [
      `${placeName(place)}, ${current.time} local time: ${skyOf(current.weather_code)}.`,
      `Temperature ${value('temperature_2m')}, feels like ${value('apparent_temperature')}.`,
      `Humidity ${value('relative_humidity_2m')}, wind ${value('wind_speed_10m')}, precipitation ${value('precipitation')}.`,
    ].join('\n'),
    { place, current },
  )
}

async function forecast(args, context) {
  const place = await findPlace(args.location, context)
  const units = unitsOf(context.settings)
  const { daily, daily_units: shown } = await requestForecast(context, place, {
    ...units.query,
    daily: 'weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,wind_speed_10m_max',
    forecast_days: String(args.days ?? 3),
  })
  const days = daily.time.map((date, index) => {
    const value = name => `${daily[name][index]} ${shown?.[name] ?? ''}`.trim()
    const temperatures = `${value('temperature_2m_min')} to ${value('temperature_2m_max')}`
    return `${date}: ${skyOf(daily.weather_code[index])}, ${temperatures}, precipitation ${value('precipitation_sum')}, wind up to ${value('wind_speed_10m_max')}.`
  })
  return ToolResult.ok([`Forecast for ${placeName(place)}:`, ...days].join('\n'), { place, daily })
}

async function astronomy(args, context) {
  const place = await findPlace(args.location, context)
  const day = args.date ? { start_date: args.date, end_date: args.date } : { forecast_days: '1' }
  const { daily } = await requestForecast(context, place, { daily: 'sunrise,sunset,daylight_duration', ...day })
  const [date, sunrise, sunset, seconds] = ['time', 'sunrise', 'sunset', 'daylight_duration'].map(
    name => daily[name][0],
  )
  const moon = moonPhase(dateOf(date))
  return ToolResult.ok(
    [
      `${placeName(place)}, ${date}: sunrise ${sunrise.slice(11)}, sunset ${sunset.slice(11)}, ${daylight(seconds)} of daylight.`,
      `Moon: ${moon.name}, ${moon.illuminated} % lit.`,
    ].join('\n'),
    { place, date, sunrise, sunset, daylight_seconds: seconds, moon },
  )
}

async function search(args, context) {
  const places = await searchPlaces(args.query, context, 10)
  if (places.length === 0)
    return ToolResult.ok(`No place called “${args.query}” was found. Try another spelling.`, { places })
  const lines = places.map(place => `${placeName(place)}: ${place.latitude},${place.longitude} (${place.timezone})`)
  return ToolResult.ok(lines.join('\n'), { places })
}

/** What is expected to go wrong is told to the model in a sentence. */
async function answering(work) {
  try {
    return await work()
  } catch (error) {
    return ToolResult.fail(error.message)
  }
}
