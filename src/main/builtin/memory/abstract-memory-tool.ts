import { AbstractTool, type ToolContext, ToolParameter, ToolResult } from '@spora/sdk'
import { shortened } from '../shortened.ts'
import type { MemoryScope, MemoryShelf } from './memory-shelf.ts'

export interface MemoryArguments {
  readonly action?: string
  readonly name?: string
  readonly content?: string
  readonly summary?: string
  readonly order?: number
}

const LONGEST_NAME = 100
const LONGEST_SUMMARY = 500
const LONGEST_CONTENT = 100_000

/** What both memory tools share: the parameters, which they inherit, and what the operations do. */
@ToolParameter({
  name: 'name',
  type: 'string',
  description: 'What the memory is called, for example "office-code". For get, save and delete.',
  required: ['get', 'save', 'delete'],
})
@ToolParameter({
  name: 'content',
  type: 'string',
  description: 'For save: what to remember, in full. It replaces what the memory said before.',
  required: ['save'],
})
@ToolParameter({
  name: 'summary',
  type: 'string',
  description:
    'For save: one line that says what is in it, for the list. Left out, the beginning of the content is shown.',
  required: false,
})
@ToolParameter({
  name: 'order',
  type: 'integer',
  description: 'For save: its place in the list, smaller first. Left out, it stays where it is.',
  required: false,
})
export abstract class AbstractMemoryTool extends AbstractTool {
  readonly #shelf: MemoryShelf

  constructor(shelf: MemoryShelf) {
    super()
    this.#shelf = shelf
  }

  /** The word for the scope in answers. */
  protected abstract getScope(): string
  /** Null when nobody owns the call. */
  protected abstract scopeOf(agentId: number, context: ToolContext | undefined): MemoryScope | null

  override execute(args: MemoryArguments, agentId: number, _taskId?: number | null, context?: ToolContext): ToolResult {
    const operation = this.getOperationName({ ...args })
    const scope = this.scopeOf(agentId, context)
    if (scope === null) return ToolResult.fail('User not found.')
    if (operation === 'list') return this.#list(scope)
    const name = oneLine(args.name)
    if (name === '') return ToolResult.fail(`Error: name is required for ${operation} action.`)
    switch (operation) {
      case 'get':
        return this.#get(scope, name)
      case 'save':
        return this.#save(scope, { ...args, name })
      case 'delete':
        return this.#delete(scope, name)
      default:
        return ToolResult.fail(`Unknown operation '${operation}'.`)
    }
  }

  override describeAction(args: MemoryArguments): string {
    const operation = this.getOperationName({ ...args })
    const where = `${this.getScope()} memory`
    const name = `“${oneLine(args.name)}”`
    switch (operation) {
      case 'list':
        return `List what is in ${where}`
      case 'get':
        return `Read ${name} from ${where}`
      case 'save':
        return `Save ${name} to ${where}: ${oneLine(args.content)}`
      case 'delete':
        return `Delete ${name} from ${where}`
      default:
        return `Use ${where}`
    }
  }

  #list(scope: MemoryScope): ToolResult {
    const found = this.#shelf.list(scope)
    if (found.length === 0) return ToolResult.ok(`No memories in ${this.getScope()} scope.`, { memories: [] })
    const lines = found.map(({ name, summary }) => `- [${name}]${summary === '' ? '' : ` — ${oneLine(summary)}`}`)
    const head = `Found ${found.length} ${found.length === 1 ? 'memory' : 'memories'} in ${this.getScope()} scope:`
    return ToolResult.ok([head, ...lines].join('\n'), {
      memories: found.map(({ name, summary }) => ({ name, summary })),
    })
  }

  #get(scope: MemoryScope, name: string): ToolResult {
    const memory = this.#shelf.read(scope, name)
    if (!memory) return this.#missing(scope, name)
    const summary = memory.summary === '' ? [] : [`_${oneLine(memory.summary)}_`]
    return ToolResult.ok([`# ${memory.name}`, ...summary, '', memory.content].join('\n'))
  }

  #save(
    scope: MemoryScope,
    { name, content, summary, order }: MemoryArguments & { readonly name: string },
  ): ToolResult {
    if (content === undefined) return ToolResult.fail('Error: content is required for save action.')
    const tooLong =
      excess('name', name, LONGEST_NAME) ??
      excess('content', content, LONGEST_CONTENT) ??
      excess('summary', summary ?? '', LONGEST_SUMMARY)
    if (tooLong) return ToolResult.fail(tooLong)
    const outcome = this.#shelf.save(scope, {
      name,
      content,
      ...(summary === undefined ? {} : { summary: oneLine(summary) }),
      ...(order === undefined ? {} : { order }),
    })
    if (outcome === 'full')
      return ToolResult.fail(`There is no room for another memory in ${this.getScope()} scope. Delete one first.`)
    return ToolResult.ok(`${outcome === 'created' ? 'Saved' : 'Updated'} memory [${name}] in ${this.getScope()} scope.`)
  }

  #delete(scope: MemoryScope, name: string): ToolResult {
    if (!this.#shelf.remove(scope, name)) return this.#missing(scope, name)
    return ToolResult.ok(`Deleted memory [${name}] from ${this.getScope()} scope.`)
  }

  #missing(scope: MemoryScope, name: string): ToolResult {
    const names = this.#shelf.list(scope).map(memory => `[${memory.name}]`)
    const there =
      names.length === 0
        ? 'It is empty.'
        : `There are: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`
    return ToolResult.fail(`Memory [${shortened(name)}] not found in ${this.getScope()} scope. ${there}`)
  }
}

function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}

function excess(what: string, text: string, limit: number): string | null {
  if (text.length <= limit) return null
  return `Error: the ${what} has ${text.length} characters; ${limit} are the most. Shorten it.`
}
