import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import type { PluginCheck } from '../../../shared/contract/plugins.ts'

export type Place = Pick<PluginCheck, 'line' | 'column' | 'excerpt'>
export type Path = readonly (string | number)[]

/** Where the values of a JSON text stand, for messages that say line and column. */
export class TextPositions {
  readonly #text: string
  readonly #root: Node | undefined
  constructor(text: string) {
    this.#text = text
    this.#root = parseTree(text)
  }

  at(offset: number): Place {
    const before = this.#text.slice(0, offset).split('\n')
    const line = this.#text.split('\n')[before.length - 1] ?? ''
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, excerpt: line.trim() }
  }

  ofValue(path: Path): Place {
    return this.at(this.#find(path)?.offset ?? 0)
  }

  /** Of the key that the value at `path` stands under. */
  ofKey(path: Path): Place {
    const node = this.#find(path)
    return this.at((node?.parent?.type === 'property' ? node.parent.offset : node?.offset) ?? 0)
  }

  #find(path: Path): Node | undefined {
    return this.#root && findNodeAtLocation(this.#root, [...path])
  }
}
