import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { wellFormedText } from '../text/well-formed.ts'
import type { ModelMessage, ModelRequest } from './model-driver.ts'
import { replayedArguments } from './openai-prompt.ts'
import type { TurnBlock, TurnRecord } from './turn-record.ts'
import { anthropicCallIds } from './wire-call-ids.ts'

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>
type ToolMessage = Extract<ModelMessage, { role: 'tool' }>
type ToolOutput = Extract<
  Extract<LanguageModelV4Message, { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>['output']
type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number]

const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/** The order of a turn's blocks with its thinking, which the API wants back unchanged and in place. */
interface AnthropicData {
  readonly blocks: readonly TurnBlock[]
}

/** Null when the turn had no thinking: then text and calls say everything. */
export function anthropicData(record: TurnRecord): AnthropicData | null {
  return record.exact && record.blocks.some(block => block.kind === 'reasoning') ? { blocks: record.blocks } : null
}

/** `cache`: the system text and the newest message are marks up to which the endpoint may keep its work. */
export function anthropicPrompt(request: ModelRequest, cache: boolean): LanguageModelV4Prompt {
  const wireId = anthropicCallIds()
  const messages = request.messages.flatMap(message => promptMessage(message, wireId))
  const last = messages.length - 1
  return [
    ...(request.system === ''
      ? []
      : [{ role: 'system' as const, content: request.system, ...(cache ? { providerOptions: CACHED } : {}) }]),
    ...messages.map((message, at) => (cache && at === last ? { ...message, providerOptions: CACHED } : message)),
  ]
}

function promptMessage(message: ModelMessage, wireId: (id: string) => string): LanguageModelV4Message[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: [{ type: 'text', text: wellFormedText(message.text) }] }]
    case 'assistant': {
      const content = assistantParts(message, wireId)
      return content.length > 0 ? [{ role: 'assistant', content }] : []
    }
    case 'tool':
      return [
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: wireId(message.callId),
              toolName: message.wireName,
              output: resultOutput(message),
            },
          ],
        },
      ]
  }
}

/** Pictures stand inside the result; an error has none. */
function resultOutput({ content, isError, images = [] }: ToolMessage): ToolOutput {
  const text = wellFormedText(content)
  if (isError) return { type: 'error-text', value: text }
  if (images.length === 0) return { type: 'text', value: text }
  const pictures = images.map(({ mimeType, base64 }) => ({
    type: 'file' as const,
    mediaType: mimeType,
    data: { type: 'data' as const, data: base64 },
  }))
  return { type: 'content', value: [{ type: 'text', text }, ...pictures] }
}

function assistantParts(message: AssistantMessage, wireId: (id: string) => string): AssistantPart[] {
  const calls = message.calls.map(
    (call): AssistantPart => ({
      type: 'tool-call',
      toolCallId: wireId(call.callId),
      toolName: call.wireName,
      input: JSON.parse(replayedArguments(call.argumentsText)),
    }),
  )
  const data = message.providerData as AnthropicData | null
  if (!data) return [...textPart(message.text), ...calls]
  let offset = 0
  const parts: AssistantPart[] = []
  const left = new Map(calls.entries())
  for (const block of data.blocks) {
    if (block.kind === 'reasoning') parts.push(reasoningPart(block))
    if (block.kind === 'text') {
      parts.push(...textPart(message.text.slice(offset, offset + block.length)))
      offset += block.length
    }
    const call = block.kind === 'call' ? left.get(block.index) : undefined
    if (call) parts.push(call)
    if (block.kind === 'call') left.delete(block.index)
  }
  return [...parts, ...textPart(message.text.slice(offset)), ...left.values()]
}

/** The API refuses text blocks of white space only. */
function textPart(text: string): AssistantPart[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: wellFormedText(text) }]
}

function reasoningPart(block: Extract<TurnBlock, { kind: 'reasoning' }>): AssistantPart {
  // Servers that only copy the API's shape send no signature, but want the thinking back all the same (H3).
  const anthropic = block.redacted === null ? { signature: block.signature ?? '' } : { redactedData: block.redacted }
  return { type: 'reasoning', text: block.text, providerOptions: { anthropic } }
}
