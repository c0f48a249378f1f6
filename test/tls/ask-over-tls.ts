// node --experimental-transform-types ask-over-tls.ts URL: asks an endpoint as the drivers do, and prints what came.
import { EndpointErrors } from '../../src/main/models/http/endpoint-errors.ts'
import { exchange, text } from '../../src/main/models/http/exchange.ts'
import { ModelError } from '../../src/main/models/model-error.ts'

const url = process.argv[2] ?? ''
const endpoint = { configName: 'Work', baseUrl: url, model: 'm', secrets: [] }
const request = { method: 'GET', url: `${url}/models`, headers: {}, signal: new AbortController().signal } as const
try {
  const answer = await exchange(request, endpoint, { idleMs: 20_000, totalMs: 20_000 }, new EndpointErrors(endpoint))
  console.log(await text(answer.bytes, 1_000))
} catch (error) {
  console.log(error instanceof ModelError ? `${error.code}: ${error.message}` : error)
}
process.exit(0)
