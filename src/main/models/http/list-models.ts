import type { Endpoint, HttpLimits } from './endpoint.ts'
import type { EndpointErrors } from './endpoint-errors.ts'
import { readErrorBody } from './error-body.ts'
import { exchange, text } from './exchange.ts'

const LIST_LIMIT = 4_000_000

/** The ids an endpoint lists, sorted. Both APIs answer `{data: [{id}]}`. Throws ModelError. */
export async function listModels(
  request: { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
  endpoint: Endpoint,
  limits: HttpLimits,
  errors: EndpointErrors,
): Promise<string[]> {
  const headers = { ...request.headers, accept: 'application/json', 'user-agent': 'spora-desktop' }
  const answer = await exchange({ ...request, method: 'GET', headers }, endpoint, limits, errors)
  const body = await text(answer.bytes, LIST_LIMIT)
  const ids = modelIds(body)
  if (ids) return ids
  const said = readErrorBody(body)
  throw said ? errors.said(said) : errors.notJson(answer.contentType, body)
}

function modelIds(body: string): string[] | null {
  try {
    const { data } = JSON.parse(body) as { data?: unknown }
    if (!Array.isArray(data)) return null
    const ids = data.flatMap((model: unknown) => {
      const id = (model as { id?: unknown } | null)?.id
      return typeof id === 'string' ? [id] : []
    })
    return [...new Set(ids)].sort((a, b) => a.localeCompare(b))
  } catch {
    return null
  }
}
