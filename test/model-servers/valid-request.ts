import type { Format } from '../streams/recording.ts'
import type { AnthropicRequest } from './anthropic-server.ts'
import type { OpenAIRequest } from './openai-server.ts'

/** What an API would refuse a conversation for (T5), by the strictest server of each format; one line for each. */
export function problemsOf(format: Format, body: unknown): string[] {
  const problems =
    format === 'openai' ? openAIProblems(body as OpenAIRequest) : anthropicProblems(body as AnthropicRequest)
  return [...problems, ...illFormed(body)]
}

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

function openAIProblems({ messages }: OpenAIRequest): string[] {
  const problems: string[] = []
  const ids = new Set<string>()
  let open: string[] = []
  for (const [at, message] of messages.entries()) {
    const wrong = (what: string) => problems.push(`message ${at} (${message.role}): ${what}`)
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id ?? '')) wrong('answers no open call')
      if (typeof message.content !== 'string') wrong('is no text')
      open = open.filter(id => id !== message.tool_call_id)
      continue
    }
    if (open.length > 0) wrong(`${open.length} calls before it have no result`)
    open = []
    if (message.role === 'system' && at > 0) wrong('is not the first')
    const calls = message.tool_calls ?? []
    if (calls.length === 0 && (message.content ?? '') === '') wrong('says nothing')
    for (const call of calls) {
      if (!/^[A-Za-z0-9]{9}$/.test(call.id)) wrong(`the id ${call.id} is not nine letters and digits`)
      if (ids.has(call.id)) wrong(`the id ${call.id} is there twice`)
      if (!NAME.test(call.function.name)) wrong(`no function can be called ${call.function.name}`)
      if (!isObjectText(call.function.arguments)) wrong('the arguments are no JSON object')
      ids.add(call.id)
      open.push(call.id)
    }
  }
  if (open.length > 0) problems.push(`${open.length} calls have no result`)
  if (messages.at(-1)?.role === 'assistant') problems.push('the last word is the model’s')
  return problems
}

function anthropicProblems({ messages }: AnthropicRequest): string[] {
  const problems: string[] = []
  const ids = new Set<string>()
  let open: string[] = []
  for (const [at, message] of messages.entries()) {
    const wrong = (what: string) => problems.push(`message ${at} (${message.role}): ${what}`)
    if (message.role !== (at % 2 === 0 ? 'user' : 'assistant')) wrong('people and model do not take turns')
    if (message.content.length === 0) wrong('is empty')
    const results = message.content.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))
    if (results.toSorted().join() !== open.toSorted().join()) wrong('its results are not those of the calls before it')
    if (message.content.slice(0, results.length).some(block => block.type !== 'tool_result'))
      wrong('something stands before the results')
    open = []
    for (const block of message.content) {
      if (block.type === 'text' && block.text.trim() === '') wrong('a text block is blank')
      if (block.type === 'thinking' && typeof block.signature !== 'string') wrong('thinking without its signature')
      if (block.type !== 'tool_use') continue
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(block.id)) wrong(`the id ${block.id} has other characters`)
      if (ids.has(block.id)) wrong(`the id ${block.id} is there twice`)
      if (!NAME.test(block.name)) wrong(`no tool can be called ${block.name}`)
      if (typeof block.input !== 'object' || block.input === null || Array.isArray(block.input))
        wrong('the input is no object')
      ids.add(block.id)
      open.push(block.id)
    }
  }
  if (open.length > 0) problems.push(`${open.length} calls have no result`)
  if (messages.at(-1)?.role === 'assistant') problems.push('the last word is the model’s')
  return problems
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function illFormed(value: unknown): string[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : ['a text has half a surrogate pair']
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(illFormed)
}
