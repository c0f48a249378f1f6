const LONGEST = 60_000
const HEAD = 40_000
const TAIL = 18_000

/** T10: what the model gets of a very long result: its beginning and end, cut between characters. */
export function shortened(content: string): string {
  const text = content.toWellFormed()
  if (text.length <= LONGEST) return text
  const head = text.slice(0, HEAD).toWellFormed().replace(/�$/, '')
  const tail = text.slice(-TAIL).toWellFormed().replace(/^�/, '')
  const left = text.length - head.length - tail.length
  return `${head}\n\n[${left.toLocaleString('en-US')} characters left out here; the operator sees them all.]\n\n${tail}`
}
