import type { WireTool } from '../../models/model-driver.ts'
import type { Round } from '../conversation.ts'

/** Bytes of UTF-8 for one token, on the careful side: English has four, and other scripts fewer characters for as many. */
const BYTES_PER_TOKEN = 3.5
/** What the form of one message costs. */
const PER_MESSAGE = 8

export function estimateText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)
}

const rounds = new WeakMap<Round, number>()

/** Complete rounds never change, so each is looked at once. */
export function estimateRound(round: Round): number {
  const known = rounds.get(round)
  if (known !== undefined) return known
  const tokens = tokensOf(round)
  rounds.set(round, tokens)
  return tokens
}

function tokensOf(round: Round): number {
  if (round.kind !== 'turn') return PER_MESSAGE + estimateText(round.text)
  const calls = round.calls.map(
    call => 2 * PER_MESSAGE + estimateText(call.toolName) + estimateText(call.argumentsText + (call.result ?? '')),
  )
  return PER_MESSAGE + estimateText(round.text) + estimateText(round.reasoning) + sum(calls)
}

const tools = new WeakMap<readonly WireTool[], number>()

export function estimateTools(offered: readonly WireTool[]): number {
  const known = tools.get(offered)
  if (known !== undefined) return known
  const tokens = sum(offered.map(tool => PER_MESSAGE + estimateText(JSON.stringify(tool))))
  tools.set(offered, tokens)
  return tokens
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
