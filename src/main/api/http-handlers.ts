import type { IncomingMessage, ServerResponse } from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { RPCHandler } from '@orpc/server/node'
import type { ApiHandler } from './api-server.ts'
import { methodsAt } from './rest-methods.ts'
import type { AppRouter } from './router.ts'

/** Whether a REST answer is data to be put into an envelope, not a stream or a file. */
const isStream = (body: unknown) =>
  body instanceof Blob ||
  body instanceof ReadableStream ||
  (typeof body === 'object' && body !== null && Symbol.asyncIterator in body)

interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly data?: { readonly details?: unknown } & Record<string, unknown>
}

/** oRPC's own error shape, as REST answers it: {error: {code, message, details}}. */
function errorEnvelope(body: unknown): unknown {
  const { code, message, data } = body as ErrorBody
  return {
    error: { code: code === 'BAD_REQUEST' ? 'VALIDATION_ERROR' : code, message, details: data?.details ?? data ?? {} },
  }
}

const REST = '/api/v1'

/** There is something at this address, but not with this method; false when there is nothing at all. */
function refuseMethod({ method = '', url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const path = url.split('?', 1)[0] ?? ''
  const allowed = path.startsWith(`${REST}/`) ? methodsAt(path.slice(REST.length)) : []
  if (allowed.length === 0 || allowed.includes(method)) return false
  const message = `${method} is not answered here. This address takes ${allowed.join(' and ')}.`
  const error = { code: 'METHOD_NOT_ALLOWED', message, details: { allowed } }
  response.writeHead(405, { 'content-type': 'application/json', allow: allowed.join(', ') })
  response.end(JSON.stringify({ error }))
  return true
}

/** The contract for the window's own calls (/rpc) and as REST under the seeds' paths (/api/v1). */
export function httpHandlers(router: AppRouter): ApiHandler {
  const rpc = new RPCHandler(router)
  const rest = new OpenAPIHandler(router, {
    rootInterceptors: [
      async ({ next }) => {
        const result = await next()
        if (!result.matched || isStream(result.response.body)) return result
        const { response } = result
        const body = response.status < 400 ? { data: response.body ?? null } : errorEnvelope(response.body)
        return { ...result, response: { ...response, body } }
      },
    ],
  })
  return async (request, response, rights) => {
    const context = { rights }
    const { matched } = await rpc.handle(request, response, { prefix: '/rpc', context })
    return (
      matched ||
      (await rest.handle(request, response, { prefix: REST, context })).matched ||
      refuseMethod(request, response)
    )
  }
}
