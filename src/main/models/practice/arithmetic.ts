import { type CallOutcome, notDone } from './call-outcome.ts'
import { call, needsTool, type PracticeSkill, type PracticeStep, say } from './practice-skill.ts'

const NUMBER = '\\d+(?:\\.\\d+)?'
const PERCENT_OF = new RegExp(`^(${NUMBER})\\s*(?:%|percent)\\s+of\\s+(${NUMBER})$`)
const WORDS: readonly [RegExp, string][] = [
  [/\bplus\b/g, '+'],
  [/\bminus\b/g, '-'],
  [/\b(times|multiplied by)\b/g, '*'],
  [/\bdivided by\b/g, '/'],
  [/\bto the power of\b/g, '^'],
  [/[×·]/g, '*'],
  [/÷/g, '/'],
  [/[−–]/g, '-'],
]

/** "what is 19% of 240", "calculate 3 * (4 + 5)", "how much is 12 plus 7". */
export const arithmetic: PracticeSkill = {
  example: 'what is 19% of 240',
  takesRest: false,
  recognise(phrase, tools) {
    const asked = phrase
      .replace(/^(what(?:'s|’s| is)|how much is|calculate|compute|and)\s+/i, '')
      .replace(/[?.!=\s]+$/, '')
    const expression = toExpression(asked)
    if (expression === null) return null
    const tool = tools.find('calculator')
    const planned = tool?.call('calculate', { expression }, 'expression')
    if (!planned) return needsTool('Calculator')
    return outcomes => next(asked.trim(), expression, outcomes, call('calculate', planned))
  },
}

/** Null when the text is no calculation. */
export function toExpression(text: string): string | null {
  const plain = WORDS.reduce((line, [word, sign]) => line.replace(word, sign), text.trim().toLowerCase())
  const numbers = plain.replace(/(\d),(?=\d{3}\b)/g, '$1')
  const percent = PERCENT_OF.exec(numbers)
  if (percent) return `${percent[2]}*${percent[1]}/100`
  return /^[\d.\s+\-*/^()%]+$/.test(numbers) && /\d\s*[+\-*/^%]\s*[\d(]/.test(numbers) ? numbers.trim() : null
}

function next(asked: string, expression: string, [outcome]: readonly CallOutcome[], first: PracticeStep): PracticeStep {
  if (!outcome) return first
  if (outcome.kind !== 'done') return say(notDone('The calculation', outcome))
  const ran = /^Result of ([\s\S]+) = ([^=]+)$/.exec(outcome.text.trim())
  if (!ran) return say(`The calculator answered: ${outcome.text.trim()}`)
  return ran[1] === expression
    ? say(`${capital(asked)} is ${ran[2]}.`)
    : say(`You changed the calculation: ${ran[1]} is ${ran[2]}.`)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
