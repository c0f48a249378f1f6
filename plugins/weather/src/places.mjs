import { requestPlaces } from './open-meteo.mjs'

const COORDINATES = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/

/** The place a person or a model means. Throws an Error with a sentence when there is none. */
export async function findPlace(location, context) {
  const [, latitude, longitude] = COORDINATES.exec(location) ?? []
  if (latitude !== undefined) return { name: location.trim(), latitude: Number(latitude), longitude: Number(longitude) }
  const [name, ...regions] = location.split(',').map(part => part.trim())
  const places = await searchPlaces(name, context, 10)
  const place = places.find(candidate => regions.every(region => liesIn(candidate, region))) ?? null
  if (place) return place
  const near = places.slice(0, 3).map(placeName).join('; ')
  throw new Error(
    `No place called “${location}” was found.${near ? ` There is: ${near}.` : ' Try another spelling, or coordinates.'}`,
  )
}

export async function searchPlaces(name, context, count) {
  const { results = [] } = await requestPlaces(context, name, count)
  return results.map(({ name, latitude, longitude, country, country_code, admin1, timezone }) => ({
    name,
    latitude,
    longitude,
    country: country ?? country_code ?? null,
    country_code: country_code ?? null,
    region: admin1 ?? null,
    timezone: timezone ?? null,
  }))
}

export function placeName({ name, region, country }) {
  return [name, region === name ? null : region, country].filter(Boolean).join(', ')
}

function liesIn({ region, country, country_code: code }, wanted) {
  return [region, country, code].some(part => part?.toLowerCase() === wanted.toLowerCase())
}
