import type { JsonValue, ToolResult } from '@spora/sdk'
import { nestedDeeper } from '../../text/nested-deeper.ts'
import { sha256 } from '../../tools/canonical-json.ts'
import { DEEPEST_DATA } from '../../tools/tool-result-from.ts'
import { imageSize } from './image-size.ts'

export interface Medium {
  readonly mimeType: string
  readonly width: number | null
  readonly height: number | null
  readonly bytes: Buffer
}

interface Taken {
  readonly content: string
  readonly data: JsonValue
  readonly media: readonly Medium[]
}

const MOST = 20
const LARGEST_BYTES = 10 * 1024 * 1024
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const DATA_URI = /data:([a-z]+\/[a-z0-9.+-]+)(?:;[a-z0-9-]+=[^;,\s"']*)*;base64,([A-Za-z0-9+/_-]+={0,2})/gi
const WHOLE_DATA_URI = new RegExp(`^${DATA_URI.source}$`, 'i')
/** Shorter ones are icons in a text, and cost nothing. */
const SHORTEST = 200

/**
 * J5, J6: takes pictures out of what a tool gave. They are data URIs anywhere in its content, and whole texts or image
 * parts (`{type: 'image', data, mimeType}`) anywhere in its data; in their place stands what can be said about them, and a
 * reference. `handle` names the call in the chat. The result that came in is not touched.
 */
export function takeMedia({ content, data }: Pick<ToolResult, 'content' | 'data'>, handle: string): Taken {
  const shelf = new Shelf(handle)
  return { content: shelf.fromText(content), data: shelf.fromData(data), media: shelf.media }
}

class Shelf {
  readonly media: Medium[] = []
  /** The same picture in content and data is one. */
  readonly #known = new Map<string, { text: string; reference: string }>()

  constructor(readonly handle: string) {}

  fromText(text: string): string {
    const parts = imageParts(text)
    if (parts !== null) return JSON.stringify(this.fromData(parts))
    return text.replace(DATA_URI, (whole, mimeType: string, base64: string) =>
      whole.length < SHORTEST ? whole : this.#put(mimeType.toLowerCase(), base64).text,
    )
  }

  fromData(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#fromWholeText(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(item => this.fromData(item))
    const part = imagePart(value as Readonly<Record<string, JsonValue>>)
    const put = part && this.#put(part.mimeType, part.base64)
    if (part && put) return { ...part.rest, data: put.reference }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.fromData(item as JsonValue)]))
  }

  #fromWholeText(text: string): string {
    const [, mimeType, base64] = text.length < SHORTEST ? [] : (WHOLE_DATA_URI.exec(text) ?? [])
    return mimeType && base64 ? this.#put(mimeType.toLowerCase(), base64).reference : text
  }

  #put(mimeType: string, base64: string): { text: string; reference: string } {
    const key = `${mimeType} ${sha256(base64)}`
    const known = this.#known.get(key)
    if (known) return known
    const bytes = Buffer.from(base64, 'base64')
    const put = this.#describe(mimeType, bytes)
    this.#known.set(key, put)
    return put
  }

  #describe(mimeType: string, bytes: Buffer): { text: string; reference: string } {
    const kilobytes = `${Math.max(1, Math.round(bytes.length / 1024)).toLocaleString('en-US')} kB`
    const size = PICTURES.has(mimeType) ? imageSize(bytes) : null
    const kept = size !== null && bytes.length <= LARGEST_BYTES && this.media.length < MOST
    if (!kept) {
      const text = `[${mimeType}, ${kilobytes}, left out]`
      return { text, reference: text }
    }
    this.media.push({ mimeType, bytes, ...size })
    const reference = `media:${this.handle}/${this.media.length}`
    return { text: `[image ${size.width}×${size.height} saved as ${reference}]`, reference }
  }
}

/** A content that is nothing but a JSON list of parts with a picture among them. */
function imageParts(text: string): JsonValue[] | null {
  if (!text.trimStart().startsWith('[') || !text.includes('image')) return null
  try {
    const value = JSON.parse(text) as JsonValue
    if (nestedDeeper(value, DEEPEST_DATA)) return null
    const isParts = Array.isArray(value) && value.some(item => isObject(item) && imagePart(item) !== null)
    return isParts ? [...(value as readonly JsonValue[])] : null
  } catch {
    return null
  }
}

function imagePart(value: Readonly<Record<string, JsonValue>>) {
  const { data, mimeType = value.mime_type, ...rest } = value
  if (value.type !== 'image' || typeof data !== 'string' || typeof mimeType !== 'string') return null
  const base64 = /^[A-Za-z0-9+/_\s-]+={0,2}$/.test(data) ? data : (WHOLE_DATA_URI.exec(data)?.[2] ?? null)
  return base64 === null ? null : { base64, mimeType: mimeType.toLowerCase(), rest: { ...rest, mimeType } }
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
