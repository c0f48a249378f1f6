import { AbstractTool, Tool, type ToolContext, ToolOperation, ToolParameter, ToolResult } from '@spora/sdk'
import { shortened } from '../shortened.ts'
import { findIn } from './find-in.ts'
import { wholeCharacters } from './whole-characters.ts'

/** What the tool needs from the app. */
export interface ReadResultServices {
  /** The whole result of a call of this chat; null when there is none under this handle. */
  resultText(taskId: number, handle: string): string | null
}

interface ReadResultArguments {
  readonly handle?: string
  readonly offset?: number
  readonly length?: number
  readonly find?: string
}

const LONGEST = 40_000
const USUAL = 20_000

/** Offered only in chats in which a result was too long to be told whole. */
@Tool({
  name: 'read_result',
  description:
    'Read the part of a long result that was left out. Give the handle that stands in its place, and either an offset in characters or a text to find.',
  displayName: 'Read result',
  category: 'agent',
  icon: 'file-text',
})
@ToolOperation({
  name: 'read_result',
  description: 'Reads a part of a result of this chat.',
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolParameter({ name: 'handle', type: 'string', description: 'As it stands in the shortened result, such as 3.0.' })
@ToolParameter({
  name: 'offset',
  type: 'integer',
  description: 'The first character to read.',
  default: 0,
  minimum: 0,
})
@ToolParameter({
  name: 'length',
  type: 'integer',
  description: 'How many characters to read.',
  default: USUAL,
  minimum: 1,
  maximum: LONGEST,
})
@ToolParameter({
  name: 'find',
  type: 'string',
  description: 'Instead of an offset: shows the places with this text, upper or lower case, and where they are.',
  required: false,
})
export class ReadResultTool extends AbstractTool {
  readonly #services: ReadResultServices

  constructor(services: ReadResultServices) {
    super()
    this.#services = services
  }

  override execute(
    { handle = '', offset = 0, length = USUAL, find }: ReadResultArguments,
    _agentId: number,
    taskId?: number | null,
    _context?: ToolContext,
  ): ToolResult {
    const text = typeof taskId === 'number' ? this.#services.resultText(taskId, handle.trim()) : null
    if (text === null) return ToolResult.fail(`There is no result with the handle “${shortened(handle)}” in this chat.`)
    if (find) return ToolResult.ok(findIn(text, find))
    if (offset >= text.length)
      return ToolResult.fail(`The result has ${text.length} characters; offset ${offset} is behind its end.`)
    const part = wholeCharacters(text, offset, offset + Math.min(length, LONGEST))
    const left = text.length - part.end
    const more = left > 0 ? `\n\n[${left} characters follow; go on with offset ${part.end}.]` : ''
    return ToolResult.ok(`[Characters ${part.start} to ${part.end} of ${text.length}]\n\n${part.text}${more}`)
  }

  override describeAction({ handle, find, offset = 0 }: ReadResultArguments): string {
    return find ? `Look for “${find}” in result ${handle}` : `Read result ${handle} from character ${offset}`
  }
}
