import type { Endpoint } from './http/endpoint.ts'
import { EndpointErrors } from './http/endpoint-errors.ts'
import { listModels } from './http/list-models.ts'

export interface LocalServer {
  readonly name: string
  readonly base_url: string
  readonly models: string[]
}

export interface LocalPort {
  readonly port: number
  readonly name: string
}

/** Where model servers listen unless told otherwise. */
export const USUAL_PORTS: readonly LocalPort[] = [
  { port: 11434, name: 'Ollama' },
  { port: 1234, name: 'LM Studio' },
  { port: 8080, name: 'llama.cpp' },
]

/** Looks for model servers on this computer, and nowhere else. Silence is no error. */
export async function discoverLocalModels(
  ports: readonly LocalPort[] = USUAL_PORTS,
  limitMs = 1_500,
): Promise<LocalServer[]> {
  const found = await Promise.all(ports.map(port => look(port, limitMs)))
  return found.filter(server => server !== null)
}

async function look({ port, name }: LocalPort, limitMs: number): Promise<LocalServer | null> {
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const endpoint: Endpoint = { configName: name, baseUrl, model: '', secrets: [] }
  const signal = new AbortController().signal
  const limits = { idleMs: limitMs, totalMs: limitMs }
  try {
    const request = { url: `${baseUrl}/models`, headers: {}, signal }
    return {
      name,
      base_url: baseUrl,
      models: await listModels(request, endpoint, limits, new EndpointErrors(endpoint)),
    }
  } catch {
    return null
  }
}
