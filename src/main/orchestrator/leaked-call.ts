/** How models and the servers around them mark a tool call in plain text; the server should have turned it into a call. */
const MARKS =
  /<\|?tool_calls?(?:_begin|_section_begin)?\|?>|<[|｜]tool[▁_]calls?[▁_]begin[|｜]>|<function_calls?>|<function=|<invoke name=|<tool_use>|\[TOOL_CALLS\]|<\|python_tag\|>|functools\[|✿FUNCTION✿|to=functions\./u

/** A whole answer that is a call in JSON, fenced or not. */
const JSON_CALL = /^\s*(?:```[a-z]*\s*)?[[{][\s\S]*"(?:arguments|parameters|input)"\s*:/

/**
 * H7: the name of the tool that a text without calls seems to call; null when it does not. What was written is never run:
 * it may be half a call, an example, or somebody else's words.
 */
export function leakedCall(text: string, wireNames: readonly string[]): string | null {
  const mark = MARKS.exec(text)
  const place = mark ? text.slice(mark.index) : JSON_CALL.test(text) ? text : null
  if (place === null) return null
  return wireNames.find(name => new RegExp(`(?<![A-Za-z0-9_-])${escaped(name)}(?![A-Za-z0-9_-])`).test(place)) ?? null
}

function escaped(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '\\$&')
}

/** For the person, under such an answer. */
export const CALL_AS_TEXT = (name: string): string =>
  `The model wrote a call of “${name}” as text instead of calling the tool, so nothing ran. Ask it again, or use a model that is better with tools.`
