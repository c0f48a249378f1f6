/** Quotes and lists in each other, and how far a line is moved in: a person's text has a few, and each costs a level of the page. */
const DEEPEST = 40
/** What may begin or end something inside one paragraph. Which belongs to which is looked for among all of them. */
const MOST_MARKS = 3_000

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t>]|$))+/
const MARKS = /[[\]*_~`]/g
const MOST_COLUMNS = 200
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

/**
 * Text that would cost the window seconds, or more levels than a page can have, when it is read as Markdown. No answer of a
 * person's kind looks like that; a model that has lost its way can write it.
 */
export function isTooHard(text: string): boolean {
  let marks = 0
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    // Between fences nothing is looked for.
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      continue
    }
    fence = mark
    if (line.trim() === '') marks = 0
    marks += count(line, MARKS)
    if (marks > MOST_MARKS || depthOf(line) > DEEPEST || count(line, /\|/g) > MOST_COLUMNS) return true
  }
  return false
}

function depthOf(line: string): number {
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
  const begin = CONTAINERS.exec(line)?.[0] ?? ''
  return Math.max(indent / 4, count(begin, />|[-*+]|\d+[.)]/g))
}
