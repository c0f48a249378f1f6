const SERVICE = 'The weather service'

/** The forecast endpoint's JSON. Throws an Error with a sentence for the model. */
export function requestForecast(context, { latitude, longitude }, query) {
  const values = { latitude: String(latitude), longitude: String(longitude), timezone: 'auto', ...query }
  return getJson(context, context.settings.base_url, '/v1/forecast', values)
}

/** The place search endpoint's JSON. */
export function requestPlaces(context, name, count) {
  const values = { name, count: String(count), language: 'en', format: 'json' }
  return getJson(context, context.settings.geocoding_url, '/v1/search', values)
}

async function getJson({ fetch, signal }, base, path, query) {
  const url = new URL(path.slice(1), base.endsWith('/') ? base : `${base}/`)
  url.search = new URLSearchParams(query).toString()
  const response = await fetch(url, { signal, headers: { accept: 'application/json' } }).catch(error => {
    throw new Error(`${SERVICE} at ${url.host} cannot be reached: ${error.message}`)
  })
  const body = await response.json().catch(() => null)
  if (response.ok && body !== null) return body
  // Open-Meteo answers {error: true, reason: "…"}
  const reason = typeof body?.reason === 'string' ? body.reason : `status ${response.status}`
  throw new Error(`${SERVICE} at ${url.host} refused: ${reason}`)
}
