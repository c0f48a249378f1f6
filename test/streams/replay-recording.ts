import { AnthropicCompatibleDriver } from '../../src/main/models/anthropic-compatible-driver.ts'
import type { DriverOptions } from '../../src/main/models/driver-options.ts'
import type { ModelDriver } from '../../src/main/models/model-driver.ts'
import { OpenAICompatibleDriver } from '../../src/main/models/openai-compatible-driver.ts'
import { type CollectedTurn, collectTurn } from './collect.ts'
import type { Expected, Format, Recording } from './recording.ts'
import type { Replay, ReplayServer } from './replay-server.ts'

export function driverFor(format: Format, origin: string): ModelDriver {
  const options: DriverOptions = {
    name: 'Replay',
    settings: { base_url: origin, api_key: 'sk-replay-0123456789', model: 'recorded' },
    maxOutputTokens: null,
    limits: { idleMs: 5_000, totalMs: 30_000 },
  }
  return format === 'anthropic' ? new AnthropicCompatibleDriver(options) : new OpenAICompatibleDriver(options)
}

/** Longer bodies arrive in pieces of 61 bytes instead of one. */
const BYTEWISE_LIMIT = 3_000

/** The recording in every way it may arrive; a line for everything that differs from what is in it. */
export async function replayRecording(recording: Recording, server: ReplayServer): Promise<string[]> {
  const driver = driverFor(recording.format, server.origin)
  const problems: string[] = []
  const send = async (how: string, body: string, more: Partial<Replay>, check: (turn: CollectedTurn) => string[]) => {
    server.next = {
      status: recording.expected.error ? 400 : 200,
      contentType: recording.streamed ? 'text/event-stream' : 'application/json',
      body: new TextEncoder().encode(body),
      ...more,
    }
    const found = check(await collectTurn(driver))
    problems.push(...found.map(problem => `${how}: ${problem}`))
  }
  const same = (turn: CollectedTurn) => differences(turn, recording.expected)
  await send('whole', recording.body, {}, same)
  if (recording.expected.error) return problems
  const { length } = new TextEncoder().encode(recording.body)
  await send('in pieces', recording.body, { pieceSize: length > BYTEWISE_LIMIT ? 61 : 1 }, same)
  if (recording.streamed) await send('with CR LF', recording.body.replaceAll('\n', '\r\n'), {}, same)
  for (const share of [0.2, 0.5, 0.8]) {
    const dropAfter = Math.floor(length * share)
    await send(`dropped at ${share * 100} %`, recording.body, { dropAfter }, turn => broken(turn, recording.expected))
  }
  return problems
}

/** Requests at the same time. */
const AT_ONCE = 24

/**
 * A stream in two parts, cut after each of its bytes, and broken off after each of them; a line for everything that
 * differs. `step`: only each so many bytes.
 */
export async function cutEverywhere(recording: Recording, server: ReplayServer, step = 1): Promise<CutReport> {
  const body = new TextEncoder().encode(recording.body)
  const places = Array.from({ length: Math.ceil((body.length - 1) / step) }, (_, index) => 1 + index * step)
  const problems: string[] = []
  const ask = async (more: Partial<Replay>) => {
    const origin = server.at({ status: 200, contentType: 'text/event-stream', body, ...more })
    return collectTurn(driverFor(recording.format, origin))
  }
  const next = places.values()
  const worker = async () => {
    for (const place of next) {
      const cut = differences(await ask({ splitAt: place }), recording.expected)
      const off = broken(await ask({ dropAfter: place }), recording.expected)
      problems.push(...cut.map(problem => `cut after byte ${place}: ${problem}`))
      problems.push(...off.map(problem => `broken off after byte ${place}: ${problem}`))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { recording, places: places.length, problems }
}

export interface CutReport {
  readonly recording: Recording
  readonly places: number
  readonly problems: readonly string[]
}

/** A broken answer is an error that may be tried again, unless everything had come already. */
function broken(turn: CollectedTurn, expected: Expected): string[] {
  if (!turn.error) return differences(turn, expected).filter(problem => !problem.startsWith('usage'))
  if (turn.error.code !== 'LLM_STREAM' || !turn.error.info.retryable) return [`the error is ${turn.error.code}.`]
  const begun = [
    ['text', expected.text.startsWith(turn.text)],
    ['reasoning', expected.reasoning.startsWith(turn.reasoning)],
    ['calls', turn.calls.every((call, at) => isSame(call, expected.calls[at]))],
  ] as const
  return begun.filter(([, right]) => !right).map(([what]) => `the ${what} before the error are no beginning of it.`)
}

function isSame(call: CollectedTurn['calls'][number], due: Expected['calls'][number] | undefined): boolean {
  return call.providerCallId === due?.id && call.wireName === due.name && call.argumentsText === due.arguments
}

function differences(turn: CollectedTurn, expected: Expected): string[] {
  if (expected.error)
    return turn.error?.code === 'LLM_BAD_REQUEST' ? [] : [`expected an error, got ${turn.error?.code}.`]
  if (turn.error) return [`${turn.error.code}: ${turn.error.info.raw ?? turn.error.message}`]
  const calls = turn.calls.map(call => ({
    id: call.providerCallId,
    name: call.wireName,
    arguments: call.argumentsText,
  }))
  const usage = turn.finish?.usage
  const compared: [string, unknown, unknown][] = [
    ['text', turn.text, expected.text],
    ['reasoning', turn.reasoning, expected.reasoning],
    ['calls', calls, expected.calls],
    ['usage', [usage?.inputTokens, usage?.outputTokens], [expected.input, expected.output]],
    ['stop reason', turn.finish?.stopReason, expected.stop],
  ]
  return compared.flatMap(([what, found, due]) =>
    JSON.stringify(found) === JSON.stringify(due)
      ? []
      : [`${what} is ${JSON.stringify(found)?.slice(0, 200)}, not ${JSON.stringify(due).slice(0, 200)}.`],
  )
}
