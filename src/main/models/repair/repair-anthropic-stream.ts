import type { EndpointErrors } from '../http/endpoint-errors.ts'
import { saidError } from '../http/error-body.ts'
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
import { MAX_CALLS } from './call-assembler.ts'
import { mergedDeltas } from './merged-deltas.ts'
import { splitObjects } from './split-objects.ts'

type Block =
  | { readonly kind: 'text' | 'thinking' | 'redacted_thinking'; readonly place: number }
  | {
      readonly kind: 'call'
      readonly place: number
      readonly id: string
      readonly name: string
      given: string
      written: string
    }
  /** What the endpoint's own tools do, and what nobody knows: never executed, never shown. */
  | { readonly kind: 'ignored' }

/** Messages-API events of every kind of server, made uniform: blocks in order, each opened and closed once. */
export class AnthropicRepair implements AnswerRepair {
  complete = false
  readonly #errors: EndpointErrors
  readonly #open = new Map<number, Block>()
  readonly #providerIds = new Map<string, string>()
  #started = false
  #places = 0
  #calls = 0
  #lastIndex = -1
  #stopReason: string | null = null
  #usage: JsonObject = {}

  constructor(errors: EndpointErrors) {
    this.#errors = errors
  }

  accept(event: JsonObject): JsonObject[] {
    switch (event.type) {
      case 'message_start':
        return this.#start(isObject(event.message) ? event.message : {})
      case 'content_block_start':
        return [...this.#start({}), ...this.#openBlock(this.#index(event, this.#lastIndex + 1), event.content_block)]
      case 'content_block_delta':
        if (!isObject(event.delta)) throw this.#errors.contradiction('a piece of the answer is empty.')
        return [...this.#start({}), ...this.#delta(this.#index(event, this.#lastIndex), event.delta)]
      case 'content_block_stop':
        return this.#close(this.#index(event, this.#lastIndex))
      case 'message_delta':
        if (isObject(event.delta)) this.#stopReason = textOf(event.delta.stop_reason) || this.#stopReason
        if (isObject(event.usage)) this.#addUsage(event.usage)
        return []
      case 'message_stop':
        this.complete = true
        return []
      default: {
        const error = event.type === 'error' || isObject(event.error) ? saidError(event) : null
        if (error) throw this.#errors.said(error)
        return []
      }
    }
  }

  acceptWhole(answer: JsonObject): JsonObject[] {
    if (!Array.isArray(answer.content)) {
      const error = saidError(answer)
      if (error) throw this.#errors.said(error)
      throw this.#errors.notJson('application/json', JSON.stringify(answer))
    }
    const blocks = answer.content
      .filter(isObject)
      .map(block => (isObject(block.input) ? { ...block, input: JSON.stringify(block.input) } : block))
    const events = [
      ...this.#start(answer),
      ...blocks.flatMap((block, index) => [...this.#openBlock(index, block), ...this.#close(index)]),
    ]
    this.#stopReason = textOf(answer.stop_reason) || null
    this.complete = true
    return [...events, ...this.finish()]
  }

  get settled(): boolean {
    return this.complete || this.#stopReason !== null
  }

  done(): void {
    this.complete = true
  }

  finish(): JsonObject[] {
    if (!this.settled && this.#started) throw this.#errors.cut()
    return [
      ...this.#start({}),
      ...[...this.#open.keys()].flatMap(index => this.#close(index)),
      { type: 'message_delta', delta: { stop_reason: this.#stopReason }, usage: this.#usageNow() },
      { type: 'message_stop' },
    ]
  }

  providerCallId(repairedId: string): string {
    return this.#providerIds.get(repairedId) ?? ''
  }

  merged(events: readonly JsonObject[]): JsonObject[] {
    return mergedDeltas(events)
  }

  #start(message: JsonObject): JsonObject[] {
    if (isObject(message.usage)) this.#addUsage(message.usage)
    if (this.#started) return []
    this.#started = true
    const { output_tokens: _, ...usage } = this.#usageNow()
    return [{ type: 'message_start', message: { id: idOf(message.id), model: textOf(message.model), usage } }]
  }

  #index(event: JsonObject, otherwise: number): number {
    return indexOf(event.index) ?? otherwise
  }

  #openBlock(index: number, content: Json | undefined): JsonObject[] {
    const before = this.#close(index)
    this.#lastIndex = index
    const given = isObject(content) ? content : {}
    const block = this.#block(given)
    this.#open.set(index, block)
    if (block.kind === 'ignored') return before
    return [
      ...before,
      { type: 'content_block_start', index: block.place, content_block: this.#shape(block, given) },
      ...this.#already(index, given),
    ]
  }

  #block(given: JsonObject): Block {
    switch (given.type) {
      case 'text':
      case 'thinking':
      case 'redacted_thinking':
        return { kind: given.type, place: this.#places++ }
      case 'tool_use': {
        if (this.#calls === MAX_CALLS) throw this.#errors.tooLarge()
        const id = `call_${this.#calls++}`
        this.#providerIds.set(id, idOf(given.id))
        return {
          kind: 'call',
          place: this.#places++,
          id,
          name: textOf(given.name),
          given: inputOf(given.input),
          written: '',
        }
      }
      default:
        return { kind: 'ignored' }
    }
  }

  #shape(block: Exclude<Block, { kind: 'ignored' }>, given: JsonObject): JsonObject {
    switch (block.kind) {
      case 'text':
        return { type: 'text', text: '' }
      case 'thinking':
        return { type: 'thinking', thinking: '' }
      case 'redacted_thinking':
        return { type: 'redacted_thinking', data: textOf(given.data) }
      case 'call':
        return { type: 'tool_use', id: block.id, name: block.name, input: {} }
    }
  }

  /** What a block already holds when it is opened. */
  #already(index: number, given: JsonObject): JsonObject[] {
    const deltas: JsonObject[] = []
    if (textOf(given.text)) deltas.push({ type: 'text_delta', text: textOf(given.text) })
    if (textOf(given.thinking)) deltas.push({ type: 'thinking_delta', thinking: textOf(given.thinking) })
    if (textOf(given.signature)) deltas.push({ type: 'signature_delta', signature: textOf(given.signature) })
    return deltas.flatMap(delta => this.#delta(index, delta))
  }

  #delta(index: number, delta: JsonObject): JsonObject[] {
    const opened: JsonObject[] = []
    if (!this.#open.has(index)) {
      const type = IMPLIED[textOf(delta.type)]
      if (delta.type === 'input_json_delta') throw this.#errors.contradiction('arguments belong to no tool call.')
      if (!type) return []
      opened.push(...this.#openBlock(index, { type }))
    }
    const block = this.#open.get(index)
    if (!block || block.kind === 'ignored') return opened
    if (block.kind === 'call') {
      if (delta.type === 'input_json_delta') block.written += argumentsOf(delta.partial_json)
      return opened
    }
    const repaired = textDelta(delta)
    return repaired ? [...opened, { type: 'content_block_delta', index: block.place, delta: repaired }] : opened
  }

  #close(index: number): JsonObject[] {
    const block = this.#open.get(index)
    this.#open.delete(index)
    if (!block || block.kind === 'ignored') return []
    if (block.kind !== 'call') return [{ type: 'content_block_stop', index: block.place }]
    if (block.name === '') throw this.#errors.contradiction('a tool call has no name.')
    const text = block.written.trim() === '' ? block.given : block.written
    const [first = '', ...more] = splitObjects(text, 1 + MAX_CALLS - this.#calls)
    return [...callBody(block.place, first), ...more.flatMap(text => this.#extraCall(block.name, text))]
  }

  /** A further call that was written into the arguments of another. */
  #extraCall(name: string, text: string): JsonObject[] {
    const place = this.#places++
    const content = { type: 'tool_use', id: `call_${this.#calls++}`, name, input: {} }
    return [{ type: 'content_block_start', index: place, content_block: content }, ...callBody(place, text)]
  }

  #addUsage(usage: JsonObject): void {
    const given = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined)
    this.#usage = { ...this.#usage, ...Object.fromEntries(given) }
  }

  #usageNow(): JsonObject {
    const details = isObject(this.#usage.output_tokens_details) ? this.#usage.output_tokens_details : {}
    return {
      input_tokens: countOf(this.#usage.input_tokens),
      output_tokens: countOf(this.#usage.output_tokens),
      cache_creation_input_tokens: countOf(this.#usage.cache_creation_input_tokens),
      cache_read_input_tokens: countOf(this.#usage.cache_read_input_tokens),
      output_tokens_details: { thinking_tokens: countOf(details.thinking_tokens) },
    }
  }
}

/** Blocks that a delta opens when the server forgot to. */
const IMPLIED: Readonly<Record<string, string | undefined>> = { text_delta: 'text', thinking_delta: 'thinking' }

function textDelta(delta: JsonObject): JsonObject | null {
  switch (delta.type) {
    case 'text_delta':
      return { type: 'text_delta', text: textOf(delta.text) }
    case 'thinking_delta':
      return { type: 'thinking_delta', thinking: textOf(delta.thinking) }
    case 'signature_delta':
      return { type: 'signature_delta', signature: textOf(delta.signature) }
    default:
      return null
  }
}

/** Nothing, written as an empty object or list, is said in the pieces that follow. */
function inputOf(input: Json | undefined): string {
  return typeof input === 'object' && input !== null && Object.keys(input).length === 0 ? '' : argumentsOf(input)
}

function callBody(place: number, text: string): JsonObject[] {
  const stop = { type: 'content_block_stop', index: place }
  if (text === '') return [stop]
  return [{ type: 'content_block_delta', index: place, delta: { type: 'input_json_delta', partial_json: text } }, stop]
}
