import { anthropic } from '../model-servers/anthropic-server.ts'
import type { WireFormat } from '../model-servers/http-model-server.ts'
import { openAI } from '../model-servers/openai-server.ts'
import type { ScriptedTurn } from '../model-servers/script.ts'
import { bodyOf, readCases } from '../streams/case.ts'
import type { Format } from '../streams/recording.ts'
import { ANTHROPIC_FORM } from './anthropic-form.ts'
import { CORRECT, type Fault, type Http } from './fault.ts'
import { OPENAI_FORM } from './openai-form.ts'
import { WHAT_IS_SAID } from './what-is-said.ts'
import { WHAT_IS_SENT } from './what-is-sent.ts'

/** One bad response of one API, as a stream or as one document. */
export interface BadCase {
  readonly title: string
  readonly format: Format
  readonly streamed: boolean
  readonly contentType: string
  /** Made when it is sent: some are large. */
  readonly body: () => string | Uint8Array
  readonly http: Http
  readonly large: boolean
  /** The text a careful reader finds. */
  readonly text: string | null
  /** Null: any named outcome. */
  readonly due: string | null
}

const FORMATS: Readonly<Record<Format, { readonly wire: WireFormat; readonly form: readonly Fault[] }>> = {
  openai: { wire: openAI, form: OPENAI_FORM },
  anthropic: { wire: anthropic, form: ANTHROPIC_FORM },
}

export function badCases(): BadCase[] {
  const changed = (['openai', 'anthropic'] as const).flatMap(format => {
    const faults = [...WHAT_IS_SAID, ...WHAT_IS_SENT, ...FORMATS[format].form]
    return faults.flatMap(fault => [true, false].map(streamed => badCase(fault, format, streamed)))
  })
  return [...changed, ...handWritten()]
}

function badCase(fault: Fault, format: Format, streamed: boolean): BadCase {
  const turn = fault.turn?.(CORRECT) ?? CORRECT
  const { wire } = FORMATS[format]
  return {
    title: `${fault.what} (${format}, ${streamed ? 'stream' : 'document'})`,
    format,
    streamed,
    contentType: streamed ? 'text/event-stream' : 'application/json',
    body: () => {
      const values = streamed ? eventsOf(wire, turn) : [wire.whole(turn, 'bad')]
      const formed = (fault.form?.(values) ?? values) as (object | string)[]
      const end = streamed && format === 'openai' ? ['data: [DONE]\n'] : []
      const content = streamed ? { events: [...formed, ...end] } : { document: formed[0] }
      const { body } = bodyOf({ id: '', what: '', format, expect: {}, ...content })
      return fault.body?.(body) ?? body
    },
    http: fault.http ?? {},
    large: fault.large ?? false,
    text: (turn.text ?? '').toWellFormed(),
    due: typeof fault.due === 'string' ? fault.due : fault.due[streamed ? 'stream' : 'whole'],
  }
}

/** The events of the server's own rendering, as values again. */
function eventsOf(wire: WireFormat, turn: ScriptedTurn): unknown[] {
  return wire
    .events(turn, 'bad')
    .flatMap(event => (event.includes('data: {') ? [JSON.parse(event.slice(event.indexOf('data: {') + 6))] : []))
}

/** The hand-written streams of single servers: here only that a chat survives them. */
function handWritten(): BadCase[] {
  return readCases().map(one => {
    const { contentType, body } = bodyOf(one)
    const title = `${one.id}: ${one.what} (${one.format})`
    return {
      title,
      format: one.format,
      streamed: one.events !== undefined,
      contentType,
      body: () => body,
      http: {},
      large: false,
      text: null,
      due: null,
    }
  })
}
