import { setTimeout as sleep } from 'node:timers/promises'
import { startOpenAIServer } from '../test/model-servers/openai-server.ts'
import { argumentsOf, FINAL } from './adding.ts'

/*
 * `model-server STEPS LATENCY_MS`: a model over HTTP in a process of its own, which adds for STEPS turns and then says
 * so. Prints its base URL; counts its requests and says how many on the word `count`.
 */
const [steps = 0, latencyMs = 0] = process.argv.slice(2).map(Number)
const server = await startOpenAIServer(async ({ messages }) => {
  await sleep(latencyMs)
  const step = messages.filter(({ role }) => role === 'assistant').length
  return step < steps
    ? { text: `Step ${step}.`, calls: [{ name: 'add', arguments: argumentsOf(step) }] }
    : { text: FINAL }
})
console.log(server.baseUrl)
process.stdin.on('data', () => console.log(server.requests.length))
process.stdin.on('end', () => process.exit(0))
