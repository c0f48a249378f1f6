/** How many numbers each path command takes at a time. */
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['M', 2],
  ['L', 2],
  ['H', 1],
  ['V', 1],
  ['C', 6],
  ['S', 4],
  ['Q', 4],
  ['T', 2],
  ['A', 7],
  ['Z', 0],
])
const SPACE = /[ \t\r\n]*/y
const SEPARATOR = /[ \t\r\n]*,?[ \t\r\n]*/y
const COMMAND = /[MLHVCSQTAZ]/iy
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?/iy
const FLAG = /[01]/y

/** Whether the whole text is SVG path data, by the grammar of SVG 2: a move first, then commands with all their numbers. */
export function isPathData(text: string): boolean {
  const trimmed = text.trim()
  if (!/^[Mm]/.test(trimmed)) return false
  let position = 0
  const match = (expression: RegExp): string | null => {
    expression.lastIndex = position
    const found = expression.exec(trimmed)
    if (!found) return null
    position += found[0].length
    return found[0]
  }
  while (position < trimmed.length) {
    const command = match(COMMAND)?.toUpperCase()
    const count = command === undefined ? undefined : NUMBERS.get(command)
    if (count === undefined) return false
    let taken = 0
    while (true) {
      const before = position
      match(taken === 0 ? SPACE : SEPARATOR)
      const isFlag = command === 'A' && (taken % 7 === 3 || taken % 7 === 4)
      if (count > 0 && match(isFlag ? FLAG : NUMBER) !== null) {
        taken++
        continue
      }
      // A comma may stand between numbers only.
      if (trimmed.slice(before, position).includes(',')) return false
      break
    }
    if (count > 0 && (taken === 0 || taken % count !== 0)) return false
  }
  return true
}
