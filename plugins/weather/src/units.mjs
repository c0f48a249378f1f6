const IMPERIAL = { temperature_unit: 'fahrenheit', wind_speed_unit: 'mph', precipitation_unit: 'inch' }

/** What the service is asked for. It answers with the units' names, so that they need not be known here. */
export function unitsOf({ units }) {
  return { query: units === 'imperial' ? IMPERIAL : {} }
}
