import { IconProblem } from './icon-problem.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
}

export interface XmlLimits {
  readonly elements: number
  readonly depth: number
}

const NAME = /[A-Za-z_:][\w:.-]*/y
const SPACE = /[ \t\r\n]*/y
const COMMENT = /<!--(?:(?!--)[\s\S])*-->/y
const CDATA = /<!\[CDATA\[(?:(?!\]\]>)[\s\S])*\]\]>/y
const TEXT = /[^<]+/y
const VALUE = /"([^"<]*)"|'([^'<]*)'/y
const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/g
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/**
 * Reads one XML element and what is in it. No DTD, no entities of its own, no processing instructions; comments, CDATA
 * and text are read over. Anything not well-formed throws an IconProblem with its position.
 */
export function readXml(text: string, limits: XmlLimits): XmlElement {
  return new XmlReader(text, limits).document()
}

class XmlReader {
  #position = 0
  #elements = 0

  constructor(
    readonly text: string,
    readonly limits: XmlLimits,
  ) {}

  document(): XmlElement {
    this.#skipMisc()
    const root = this.#element(0)
    this.#skipMisc()
    if (this.#position < this.text.length) this.#fail('something follows the closing tag')
    return root
  }

  #element(depth: number): XmlElement {
    if (++this.#elements > this.limits.elements)
      throw new IconProblem('ICON_TOO_COMPLEX', `It has more than ${this.limits.elements} elements.`)
    if (depth > this.limits.depth)
      throw new IconProblem('ICON_TOO_COMPLEX', `It has more than ${this.limits.depth} elements inside each other.`)
    if (!this.#take('<')) this.#fail('expected an element')
    const name = this.#match(NAME) ?? this.#fail('expected the name of an element')
    const attributes = this.#attributes()
    if (this.#take('/>')) return { name, attributes, children: [] }
    if (!this.#take('>')) this.#fail(`the tag <${name}> is not closed`)
    const children = this.#children(depth)
    if (this.#match(NAME) !== name) this.#fail(`expected </${name}>`)
    this.#match(SPACE)
    if (!this.#take('>')) this.#fail(`expected </${name}>`)
    return { name, attributes, children }
  }

  #attributes(): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>()
    while (this.#match(SPACE)) {
      const name = this.#match(NAME)
      if (name === null) break
      this.#match(SPACE)
      if (!this.#take('=')) this.#fail(`the attribute ${name} has no value`)
      this.#match(SPACE)
      const quoted = this.#match(VALUE) ?? this.#fail(`the value of ${name} is not in quotes`)
      if (attributes.has(name)) this.#fail(`the attribute ${name} stands twice`)
      attributes.set(name, this.#decode(quoted.slice(1, -1)))
    }
    return attributes
  }

  /** Up to and with the `</` of the closing tag. */
  #children(depth: number): XmlElement[] {
    const children: XmlElement[] = []
    while (!this.#take('</')) {
      if (this.#position >= this.text.length) this.#fail('the text ends inside an element')
      const passed = this.#match(COMMENT) ?? this.#match(CDATA)
      if (passed !== null) continue
      const written = this.#match(TEXT)
      if (written === null) children.push(this.#element(depth + 1))
      else this.#decode(written)
    }
    return children
  }

  #skipMisc(): void {
    do this.#match(SPACE)
    while (this.#match(COMMENT) !== null)
  }

  #decode(value: string): string {
    const decoded = value.replace(REFERENCE, (_, hex?: string, decimal?: string, name?: string) => {
      if (name) return NAMED.get(name) ?? ''
      const code = Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10)
      return code > 0x10ffff ? this.#fail('a character reference is out of range') : String.fromCodePoint(code)
    })
    if (/&/.test(value.replace(REFERENCE, ''))) this.#fail('"&" begins an entity that is not allowed')
    return decoded
  }

  /** The sticky expression's match at the position, which moves past it; null when there is none. */
  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#position
    const found = expression.exec(this.text)
    if (!found) return null
    this.#position += found[0].length
    return found[0]
  }

  #take(text: string): boolean {
    if (!this.text.startsWith(text, this.#position)) return false
    this.#position += text.length
    return true
  }

  #fail(what: string): never {
    throw new IconProblem('ICON_INVALID', `It is not well-formed: character ${this.#position + 1}, ${what}.`)
  }
}
