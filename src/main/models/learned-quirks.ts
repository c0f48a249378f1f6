import type { Endpoint } from './http/endpoint.ts'
import { ModelError } from './model-error.ts'

/** Request parameters that some models refuse, and what is sent instead (H10). */
const ADAPTATIONS: Readonly<Record<string, (body: Record<string, unknown>) => void>> = {
  max_tokens: body => {
    if (body.max_tokens !== undefined) body.max_completion_tokens = body.max_tokens
    delete body.max_tokens
  },
  temperature: body => {
    delete body.temperature
  },
  stream_options: body => {
    delete body.stream_options
  },
}

const learned = new Map<string, Set<string>>()

const key = ({ baseUrl, model }: Endpoint) => `${baseUrl} ${model}`

/** The JSON of a request without what this model is known to refuse. */
export function adaptBody(body: string, endpoint: Endpoint): string {
  const refused = learned.get(key(endpoint))
  if (!refused) return body
  const adapted = JSON.parse(body) as Record<string, unknown>
  for (const parameter of refused) ADAPTATIONS[parameter]?.(adapted)
  return JSON.stringify(adapted)
}

/**
 * Remembers what the endpoint refused, until the app ends. True when `sent` would now be sent differently, so that it is
 * worth another try.
 */
export function learnFrom(error: unknown, sent: string, endpoint: Endpoint): boolean {
  const parameter = error instanceof ModelError ? error.info.refusedParameter : undefined
  if (parameter === undefined || !Object.hasOwn(ADAPTATIONS, parameter)) return false
  if ((JSON.parse(sent) as Record<string, unknown>)[parameter] === undefined) return false
  const known = learned.get(key(endpoint)) ?? new Set()
  learned.set(key(endpoint), known.add(parameter))
  return true
}
