import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { wellFormedText } from '../text/well-formed.ts'
import type { ModelImage, ModelMessage, ModelRequest } from './model-driver.ts'
import type { TurnRecord } from './turn-record.ts'
import { shortCallIds } from './wire-call-ids.ts'

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>

/** What a turn must bring back to the same endpoint: reasoning of a turn with calls, signatures of its calls. */
interface OpenAIData {
  readonly reasoning_content?: string
  readonly thought_signatures?: Readonly<Record<string, string>>
}

export function openAIPrompt(request: ModelRequest): LanguageModelV4Prompt {
  const wireId = shortCallIds()
  const system: LanguageModelV4Message[] = request.system === '' ? [] : [{ role: 'system', content: request.system }]
  return [...system, ...withPictures(request.messages).map(message => promptMessage(message, wireId))]
}

interface Pictures {
  readonly role: 'pictures'
  readonly images: readonly ModelImage[]
}

/** Results of this API are text, so pictures follow behind the last result of their turn, as if the user showed them. */
function withPictures(messages: readonly ModelMessage[]): (ModelMessage | Pictures)[] {
  const shown: ModelImage[] = []
  return messages.flatMap((message, index): (ModelMessage | Pictures)[] => {
    if (message.role === 'tool') shown.push(...(message.images ?? []))
    if (shown.length === 0 || messages[index + 1]?.role === 'tool') return [message]
    return [message, { role: 'pictures', images: shown.splice(0) }]
  })
}

/** DeepSeek refuses a conversation whose turns with calls lack their reasoning (H2). Null when there is nothing to keep. */
export function openAIData(record: TurnRecord, replaysReasoning: boolean): OpenAIData | null {
  const calls = record.blocks.filter(block => block.kind === 'call')
  if (calls.length === 0) return null
  const reasoning = record.blocks.map(block => (block.kind === 'reasoning' ? block.text : '')).join('')
  const signatures = calls.flatMap(call => (call.thoughtSignature ? [[String(call.index), call.thoughtSignature]] : []))
  const data: OpenAIData = {
    ...(replaysReasoning && record.exact && reasoning !== '' ? { reasoning_content: reasoning } : {}),
    ...(signatures.length > 0 ? { thought_signatures: Object.fromEntries(signatures) } : {}),
  }
  return Object.keys(data).length > 0 ? data : null
}

function promptMessage(message: ModelMessage | Pictures, wireId: (id: string) => string): LanguageModelV4Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: wellFormedText(message.text) }] }
    case 'pictures':
      return {
        role: 'user',
        content: [
          {
            type: 'text',
            text: message.images.length === 1 ? 'The image of the result:' : 'The images of the results:',
          },
          ...message.images.map(({ mimeType, base64 }) => ({
            type: 'file' as const,
            mediaType: mimeType,
            data: { type: 'data' as const, data: base64 },
          })),
        ],
      }
    case 'assistant':
      return assistant(message, wireId)
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: wireId(message.callId),
            toolName: message.wireName,
            output: { type: message.isError ? 'error-text' : 'text', value: wellFormedText(message.content) },
          },
        ],
      }
  }
}

function assistant(message: AssistantMessage, wireId: (id: string) => string): LanguageModelV4Message {
  const { reasoning_content: reasoning, thought_signatures: signatures } = (message.providerData ?? {}) as OpenAIData
  return {
    role: 'assistant',
    content: [
      ...(reasoning ? [{ type: 'reasoning' as const, text: reasoning }] : []),
      ...(message.text === '' ? [] : [{ type: 'text' as const, text: wellFormedText(message.text) }]),
      ...message.calls.map((call, index) => ({
        type: 'tool-call' as const,
        toolCallId: wireId(call.callId),
        toolName: call.wireName,
        input: replayedArguments(call.argumentsText),
        ...(signatures?.[index] ? { providerOptions: { google: { thoughtSignature: signatures[index] } } } : {}),
      })),
    ],
  }
}

/** Exactly as written when it is a JSON object; servers choke on anything else, and a broken text is not repeated (F5). */
export function replayedArguments(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return wellFormedText(text)
  } catch {
    // not JSON
  }
  return '{}'
}
