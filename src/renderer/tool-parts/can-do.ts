import type { AgentToolView } from '../../shared/contract/agents.ts'

export interface CanDo {
  /** Verb phrases: "get the current time". */
  readonly freely: readonly string[]
  readonly asks: readonly string[]
}

/**
 * What an agent can do, from what its tools say about themselves. Authors write operations as orders ("Get the current
 * time."), which read well after "Can"; descriptions in any other form fall back to the tool's name, once per tool.
 */
export function canDo(tools: readonly AgentToolView[]): CanDo {
  const freely: string[] = []
  const asks: string[] = []
  for (const has of tools) {
    const { tool, enabled, operations } = has
    if (!enabled || tool.state === 'load_error' || tool.state === 'plugin_off') continue
    const on = operations.filter(operation => operation.effective_enabled)
    const free = on.filter(operation => !operation.effective_requires_approval)
    freely.push(...phrases(tool.display_name, free, on.length))
    asks.push(
      ...phrases(
        tool.display_name,
        on.filter(operation => !free.includes(operation)),
        on.length,
      ),
    )
  }
  return { freely: [...new Set(freely)], asks: [...new Set(asks)] }
}

function phrases(tool: string, operations: AgentToolView['operations'], ofAll: number): string[] {
  const told = operations.map(({ name, description }) => ({ name, phrase: verbPhrase(description) }))
  const nameless = told.filter(each => each.phrase === null).map(each => each.name.replaceAll('_', ' '))
  const verbs = told.flatMap(each => (each.phrase === null ? [] : [each.phrase]))
  if (nameless.length === 0) return verbs
  return [...verbs, nameless.length === ofAll ? `use ${tool}` : `use ${tool} (${nameless.join(', ')})`]
}

const LONGEST = 90

/** The first sentence with a small first letter, when it begins with a verb in its plain form. */
export function verbPhrase(description: string): string | null {
  const sentence =
    description
      .trim()
      .split(/(?<=[^.])[.!?:;](?:\s|$)|\n/)[0]
      ?.trim() ?? ''
  const first = sentence.match(/^[A-Z][a-z]+(?=\s)/)?.[0]
  if (!first || sentence.length > LONGEST || !VERBS.has(first.toLowerCase())) return null
  return first.toLowerCase() + sentence.slice(first.length)
}

/** How tools begin to say what an operation does. Anything else could be a noun ("Exact arithmetic"). */
const VERBS: ReadonlySet<string> = new Set(
  `accept access add analyse analyze answer append apply archive ask assign attach book browse build calculate call
  cancel capture change check choose clean clear close collect comment compare compute confirm connect convert copy
  correct count create cut decode decrypt delete describe detect disable discover display download draft draw edit
  enable encode encrypt estimate evaluate execute explain export extract fetch file fill filter find follow forget
  format forward generate get give go group hand hide import improve insert inspect install invite join keep know label
  launch learn leave link list listen load locate look make manage map mark measure merge move name notify open order
  parse pause pay pick place plan play post predict prepare preview print process publish pull push put query rank rate
  read receive recognise recognize recommend record refresh register reject release reload remember remind remove rename
  render reopen repeat replace reply report request reset resize resolve restart restore resume retrieve return reverse
  review revise rewrite rotate round run save say scan schedule score search see select send set share show sign solve
  sort speak split start stop store submit subtract suggest sum summarise summarize switch sync tag take talk tell test
  track transcribe transfer transform translate turn type undo unpack update upload use validate verify view visit wait
  wake watch work write zip`.split(/\s+/),
)
