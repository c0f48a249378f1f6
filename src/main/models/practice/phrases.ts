import type { PracticeSkill } from './practice-skill.ts'

/** Words a new phrase begins with: only there does "and" part two of them. */
const BEGINNINGS =
  "what|what's|what’s|how|calculate|compute|tell|the time|time|read|open|fetch|search|look|remember|hand|ask|weather|forecast|is it"
const PARTS = new RegExp(
  `(?<=[?!;])\\s+|\\s*\\n+\\s*|(?<=\\.)\\s+(?=[A-Z])|,?\\s+and\\s+(?:also\\s+|then\\s+)?(?=(?:${BEGINNINGS})\\b)|,\\s+(?=(?:${BEGINNINGS})\\b)`,
  'i',
)

/** A message in the parts that ask for one thing each. A phrase that takes the rest keeps it. */
export function phrases(
  message: string,
  skills: readonly PracticeSkill[],
  takes: (skill: PracticeSkill, text: string) => boolean,
): string[] {
  const parts: string[] = []
  let rest = message.trim()
  while (rest !== '') {
    const whole = rest
    if (skills.some(skill => skill.takesRest && takes(skill, whole))) return [...parts, whole]
    const end = PARTS.exec(rest)
    if (!end) return [...parts, rest]
    const part = rest.slice(0, end.index).trim()
    if (part !== '') parts.push(part)
    rest = rest.slice(end.index + end[0].length).trim()
  }
  return parts
}
