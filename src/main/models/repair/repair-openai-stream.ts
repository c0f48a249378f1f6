import type { EndpointErrors } from '../http/endpoint-errors.ts'
import { type SaidError, saidError } from '../http/error-body.ts'
import {
  type AnswerRepair,
  argumentsOf,
  countOf,
  idOf,
  indexOf,
  isObject,
  type Json,
  type JsonObject,
  textOf,
} from './answer-repair.ts'
import { type AssembledCall, CallAssembler, MAX_CALLS } from './call-assembler.ts'
import { mergedChunks } from './merged-chunks.ts'
import { splitObjects } from './split-objects.ts'

/** Chat-completion chunks of every kind of server, made uniform. Calls come whole, at the end, in order. */
export class OpenAIRepair implements AnswerRepair {
  complete = false
  /** The endpoint calls it `reasoning_content`, and may want it back under that name. */
  namesReasoningContent = false
  readonly #errors: EndpointErrors
  readonly #assembler: CallAssembler
  readonly #announced = new Set<AssembledCall>()
  #lastCall: AssembledCall | undefined
  readonly #providerIds = new Map<string, string>()
  #usage: JsonObject | undefined
  #finishReason: string | null = null
  #anyContent = false
  #anyEvent = false

  constructor(errors: EndpointErrors, toolNames: ReadonlySet<string>) {
    this.#errors = errors
    this.#assembler = new CallAssembler(toolNames)
  }

  accept(event: JsonObject): JsonObject[] {
    this.#anyEvent = true
    const error = saysError(event) ? saidError(event) : null
    if (error) throw this.#errors.said(error)
    const choices = Array.isArray(event.choices) ? event.choices.filter(isObject) : []
    // The first; a few servers do not number it with 0.
    const choice = choices.find(one => (indexOf(one.index) ?? 0) <= 0)
    const usage = isObject(event.usage) ? event.usage : isObject(choice?.usage) ? choice.usage : undefined
    if (usage) this.#usage = usage
    if (!choice) return []
    const finishReason = textOf(choice.finish_reason)
    if (finishReason === 'error') throw this.#errors.said(saidError({ error: choice.error }) ?? FAILED)
    if (finishReason !== '') this.#finishReason = finishReason
    // A few servers repeat the whole message at the end of the stream.
    const delta = isObject(choice.delta) ? choice.delta : this.#anyContent ? undefined : choice.message
    return isObject(delta) ? this.#delta(delta) : []
  }

  acceptWhole(answer: JsonObject): JsonObject[] {
    const error = saidError(answer)
    if (error && !Array.isArray(answer.choices)) throw this.#errors.said(error)
    if (!Array.isArray(answer.choices)) throw this.#errors.notJson('application/json', JSON.stringify(answer))
    const chunks = this.accept(answer)
    this.complete = true
    return [...chunks, ...this.finish()]
  }

  get settled(): boolean {
    return this.complete || this.#finishReason !== null
  }

  done(): void {
    this.complete = true
  }

  finish(): JsonObject[] {
    if (!this.settled && this.#anyEvent) throw this.#errors.cut()
    const calls = this.#calls()
    const reason = this.#finishReason ?? (calls.length > 0 ? 'tool_calls' : 'unknown')
    return [
      ...calls,
      { choices: [{ index: 0, delta: {}, finish_reason: reason }] },
      ...(this.#usage ? [{ choices: [], usage: usageOf(this.#usage) }] : []),
    ]
  }

  providerCallId(repairedId: string): string {
    return this.#providerIds.get(repairedId) ?? ''
  }

  merged(events: readonly JsonObject[]): JsonObject[] {
    return mergedChunks(events)
  }

  #delta(delta: JsonObject): JsonObject[] {
    const chunks: JsonObject[] = []
    const say = (part: JsonObject) => {
      this.#anyContent = true
      chunks.push({ choices: [{ index: 0, delta: part }] })
    }
    if (textOf(delta.reasoning_content)) this.namesReasoningContent = true
    const reasoning = textOf(delta.reasoning_content) || textOf(delta.reasoning)
    if (reasoning) say({ reasoning_content: reasoning })
    for (const part of contentParts(delta.content)) say(part)
    if (textOf(delta.refusal)) say({ refusal: textOf(delta.refusal) })
    for (const piece of callPieces(delta)) {
      this.#anyContent = true
      chunks.push(...this.#piece(piece))
    }
    return chunks
  }

  #piece(piece: JsonObject): JsonObject[] {
    const fn = isObject(piece.function) ? piece.function : piece
    const given = {
      index: indexOf(piece.index),
      id: idOf(piece.id),
      name: textOf(fn.name),
      arguments: argumentsOf(fn.arguments),
      extra: piece.extra_content ?? undefined,
    }
    if (given.id === '' && given.name === '' && given.arguments.trim() === '' && this.#assembler.calls.length === 0)
      return []
    const call = this.#assembler.add(given)
    if (!call) throw this.#errors.contradiction('a piece of a tool call belongs to no call.')
    if (this.#assembler.calls.length > MAX_CALLS) throw this.#errors.tooLarge()
    // A name may come in pieces, so a call is announced with its first argument, or when another one has begun.
    const before = this.#lastCall
    this.#lastCall = call
    const known = [...(before && before !== call ? [before] : []), ...(call.arguments === '' ? [] : [call])]
    return known.flatMap(other => this.#announce(other))
  }

  #announce(call: AssembledCall): JsonObject[] {
    if (this.#announced.has(call) || call.name === '') return []
    this.#announced.add(call)
    return [this.#start(call, call.position)]
  }

  #start(call: AssembledCall, position: number): JsonObject {
    const id = `call_${position}`
    this.#providerIds.set(id, call.id)
    const extra: JsonObject = isObject(call.extra) ? { extra_content: call.extra } : {}
    return callChunk({ index: position, id, type: 'function', function: { name: call.name, arguments: '' }, ...extra })
  }

  #calls(): JsonObject[] {
    const chunks: JsonObject[] = []
    let next = this.#assembler.calls.length
    for (const call of this.#assembler.calls) {
      if (call.name === '') throw this.#errors.contradiction('a tool call has no name.')
      chunks.push(...this.#announce(call))
      const [first = '', ...more] = splitObjects(call.arguments, 1 + MAX_CALLS - next)
      chunks.push(callChunk({ index: call.position, function: { arguments: first } }))
      for (const rest of more) {
        const position = next++
        chunks.push(this.#start({ ...call, id: '' }, position))
        chunks.push(callChunk({ index: position, function: { arguments: rest } }))
      }
    }
    return chunks
  }
}

/** What ended with the finish reason `error` and no further word. */
const FAILED: SaidError = {
  message: 'The model stopped with an error.',
  type: 'server_error',
  code: '',
  param: '',
  status: null,
}

function saysError({ error, object, choices, message }: JsonObject): boolean {
  if (error !== undefined && error !== null && error !== '') return true
  return object === 'error' || (choices === undefined && textOf(message) !== '')
}

function callChunk(call: JsonObject): JsonObject {
  return { choices: [{ index: 0, delta: { tool_calls: [call] } }] }
}

function callPieces(delta: JsonObject): JsonObject[] {
  if (Array.isArray(delta.tool_calls)) return delta.tool_calls.filter(isObject)
  if (isObject(delta.tool_calls)) return [delta.tool_calls]
  return isObject(delta.function_call) ? [{ index: 0, function: delta.function_call }] : []
}

/** Text, or Mistral's list of text and thinking parts, in order. */
function contentParts(content: Json | undefined): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ content }]
  if (!Array.isArray(content)) return []
  return content.filter(isObject).flatMap((part): JsonObject[] => {
    if (part.type === 'thinking') {
      const thinking = Array.isArray(part.thinking)
        ? part.thinking
            .filter(isObject)
            .map(piece => textOf(piece.text))
            .join('')
        : textOf(part.thinking)
      return thinking === '' ? [] : [{ reasoning_content: thinking }]
    }
    return textOf(part.text) === '' ? [] : [{ content: textOf(part.text) }]
  })
}

function usageOf(usage: JsonObject): JsonObject {
  const prompt = isObject(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {}
  const completion = isObject(usage.completion_tokens_details) ? usage.completion_tokens_details : {}
  return {
    prompt_tokens: countOf(usage.prompt_tokens),
    completion_tokens: countOf(usage.completion_tokens),
    prompt_tokens_details: {
      cached_tokens: countOf(prompt.cached_tokens ?? usage.cached_tokens ?? usage.prompt_cache_hit_tokens),
    },
    completion_tokens_details: { reasoning_tokens: countOf(completion.reasoning_tokens) },
  }
}
