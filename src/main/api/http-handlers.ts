import { OpenAPIHandler } from '@orpc/openapi/node'
import { RPCHandler } from '@orpc/server/node'
import type { ApiHandler } from './api-server.ts'
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
    return matched || (await rest.handle(request, response, { prefix: '/api/v1', context })).matched
  }
}
