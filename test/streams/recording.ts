import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Format = 'openai' | 'anthropic'

/** A recorded response and what a careful reader finds in it, told without any code of the drivers. */
export interface Recording {
  /** `folder/file`. */
  readonly name: string
  readonly format: Format
  readonly streamed: boolean
  readonly body: string
  readonly expected: Expected
}

export interface Expected {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[]
  readonly input: number
  readonly output: number
  readonly stop: string
  /** An error body. */
  readonly error: boolean
}

type Loose = { readonly [key: string]: unknown }

export function readRecordings(folder: string): Recording[] {
  const providers = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())
  return providers.flatMap(({ name: provider }) =>
    readdirSync(join(folder, provider))
      .sort()
      .filter(file => /\.(chunks\.txt|sse|json)$/.test(file))
      .map(file => recording(provider, file, readFileSync(join(folder, provider, file), 'utf8'))),
  )
}

function recording(provider: string, file: string, content: string): Recording {
  const format: Format = provider === 'anthropic' ? 'anthropic' : 'openai'
  const streamed = !file.endsWith('.json')
  const lines = file.endsWith('.sse')
    ? content.split('\n').flatMap(line => (line.startsWith('data: {') ? [line.slice(6)] : []))
    : content.split('\n').filter(line => line.trim() !== '')
  const values = streamed ? lines.map(line => JSON.parse(line) as Loose) : [JSON.parse(content) as Loose]
  const body = !streamed || file.endsWith('.sse') ? content : frame(format, lines, values)
  const read = format === 'anthropic' ? (streamed ? anthropicStream : anthropicWhole) : openAI
  return { name: `${provider}/${file}`, format, streamed, body, expected: read(values) }
}

function frame(format: Format, lines: readonly string[], values: readonly Loose[]): string {
  if (format === 'openai') return `${lines.map(line => `data: ${line}\n\n`).join('')}data: [DONE]\n\n`
  return lines.map((line, at) => `event: ${String(values[at]?.type)}\ndata: ${line}\n\n`).join('')
}

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | null | undefined)?.[key], value)
const str = (value: unknown): string => (typeof value === 'string' ? value : '')
const num = (value: unknown): number => (typeof value === 'number' ? value : 0)
const list = (value: unknown): Loose[] => (Array.isArray(value) ? value : [])

/** Chunks and whole answers alike: `delta` or `message`. */
function openAI(values: readonly Loose[]): Expected {
  let text = ''
  let reasoning = ''
  let usage: unknown
  let stop = ''
  const calls = new Map<number, { id: string; name: string; arguments: string }>()
  for (const value of values) {
    usage = value.usage ?? at(value, 'choices', 0, 'usage') ?? usage
    stop = str(at(value, 'choices', 0, 'finish_reason')) || stop
    const said = at(value, 'choices', 0, 'delta') ?? at(value, 'choices', 0, 'message')
    const content = at(said, 'content')
    text += str(content) + str(at(said, 'refusal'))
    reasoning += str(at(said, 'reasoning_content')) || str(at(said, 'reasoning'))
    for (const part of list(content)) {
      text += str(part.text)
      for (const piece of list(part.thinking)) reasoning += str(piece.text)
    }
    for (const [position, piece] of list(at(said, 'tool_calls')).entries()) {
      const index = num(piece.index ?? position)
      const call = calls.get(index) ?? { id: '', name: '', arguments: '' }
      call.id ||= str(piece.id)
      call.name ||= str(at(piece, 'function', 'name'))
      call.arguments += str(at(piece, 'function', 'arguments'))
      calls.set(index, call)
    }
  }
  return {
    text,
    reasoning,
    calls: [...calls.entries()].sort(([a], [b]) => a - b).map(([, call]) => call),
    input: num(at(usage, 'prompt_tokens')),
    output: num(at(usage, 'completion_tokens')),
    stop: stopWord(stop, calls.size),
    error: values.length === 1 && values[0]?.error !== undefined,
  }
}

function anthropicStream(values: readonly Loose[]): Expected {
  const blocks: { type: string; id: string; name: string; text: string }[] = []
  let usage: Record<string, unknown> = {}
  let stop = ''
  for (const value of values) {
    if (value.type === 'message_start') usage = { ...(at(value, 'message', 'usage') as object) }
    if (value.type === 'content_block_start') {
      const block = value.content_block
      blocks[num(value.index)] = {
        type: str(at(block, 'type')),
        id: str(at(block, 'id')),
        name: str(at(block, 'name')),
        text: str(at(block, 'text')),
      }
    }
    const block = blocks[num(value.index)]
    if (value.type === 'content_block_delta' && block)
      block.text +=
        str(at(value, 'delta', 'text')) + str(at(value, 'delta', 'thinking')) + str(at(value, 'delta', 'partial_json'))
    if (value.type === 'message_delta') {
      stop = str(at(value, 'delta', 'stop_reason'))
      const told = Object.entries((value.usage ?? {}) as object).filter(([, count]) => count !== null)
      usage = { ...usage, ...Object.fromEntries(told) }
    }
  }
  return anthropic(blocks, usage, stop)
}

function anthropicWhole([answer]: readonly Loose[]): Expected {
  const blocks = list(answer?.content).map(block => ({
    type: str(block.type),
    id: str(block.id),
    name: str(block.name),
    text: block.type === 'tool_use' ? JSON.stringify(block.input) : str(block.text) + str(block.thinking),
  }))
  return anthropic(blocks, answer?.usage, str(answer?.stop_reason))
}

function anthropic(
  blocks: readonly { type: string; id: string; name: string; text: string }[],
  usage: unknown,
  stop: string,
): Expected {
  const textOf = (type: string) => blocks.map(block => (block.type === type ? block.text : '')).join('')
  const calls = blocks.filter(block => block.type === 'tool_use')
  const cached = num(at(usage, 'cache_read_input_tokens')) + num(at(usage, 'cache_creation_input_tokens'))
  return {
    text: textOf('text'),
    reasoning: textOf('thinking'),
    calls: calls.map(({ id, name, text }) => ({ id, name, arguments: text })),
    input: num(at(usage, 'input_tokens')) + cached,
    output: num(at(usage, 'output_tokens')),
    stop: stopWord(stop, calls.length),
    error: false,
  }
}

function stopWord(word: string, calls: number): string {
  if (word === 'length' || word === 'max_tokens') return 'length'
  if (word === 'refusal') return 'refusal'
  if (word === 'content_filter') return 'filter'
  return calls > 0 ? 'calls' : 'stop'
}
