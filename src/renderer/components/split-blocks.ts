/** Splits Markdown at blank lines outside of code fences, so that only the last block of a growing text changes. */
export function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let current: string[] = []
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && fence === undefined) fence = mark
    else if (mark && fence && mark.startsWith(fence)) fence = undefined
    if (line.trim() === '' && fence === undefined) {
      if (current.length > 0) blocks.push(current.join('\n'))
      current = []
    } else current.push(line)
  }
  if (current.length > 0) blocks.push(current.join('\n'))
  return blocks
}
