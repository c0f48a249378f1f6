/**
 * A description no longer than that, and the rest, which begins where a line, a sentence or a word does. Nothing is lost
 * but the space in between.
 */
export function splitDescription(text: string, most: number): readonly [description: string, rest: string] {
  if (text.length <= most) return [text, '']
  const room = text.slice(0, most - 1)
  const end = [room.lastIndexOf('\n'), room.lastIndexOf('. ') + 1, room.lastIndexOf(' ')].find(at => at > most / 2)
  const cut = end ?? (isFirstHalf(room.charCodeAt(room.length - 1)) ? room.length - 1 : room.length)
  return [`${text.slice(0, cut).trimEnd()}…`, text.slice(cut).trim()]
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
