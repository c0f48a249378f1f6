import type { IncomingMessage } from 'node:http'
import { readStrictJson } from '../tools/strict-json.ts'

/** How many arrays and objects may stand inside each other. */
const MAX_DEPTH = 100

/** A request's body as JSON that is what it shows: one meaning a key, no broken text, bounded. A sentence otherwise. */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly value: unknown } | { readonly problem: string }> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
  } catch {
    return { problem: 'The request is not UTF-8.' }
  }
  const read = readStrictJson(text, { maxBytes, maxDepth: MAX_DEPTH })
  return read.ok ? { value: read.value } : { problem: read.problems[0].message }
}
