import { plainName } from '../text/plain-name.ts'

const LONGEST = 60

/** A chat's name until the person gives it one: the beginning of the first message, on one line, cut between words. */
export function taskTitle(prompt: string): string {
  const line = plainName(prompt)
  const characters = [...line]
  if (characters.length <= LONGEST) return line
  const cut = characters.slice(0, LONGEST).join('')
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > LONGEST / 2 ? space : undefined).trimEnd()}…`
}
