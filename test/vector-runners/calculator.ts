import { describeToolClass, type ToolResult } from '@spora/sdk'
import { CalculatorTool } from '../../src/main/builtin/calculator/calculator-tool.ts'
import { checkArguments } from '../../src/main/tools/check-arguments.ts'
import { parseArguments } from '../../src/main/tools/parse-arguments.ts'
import { referenceValue } from './reference-arithmetic.ts'
import { compareJson, deviates, matched, unexplained, type VectorRunner, type Verdict } from './runner.ts'

interface Input {
  readonly method?: 'describeAction'
  readonly argumentsJson: string
}
interface Output {
  readonly value?: string
  readonly success?: boolean
  readonly content?: string
  readonly data?: unknown
}

const tool = new CalculatorTool()
const metadata = describeToolClass(CalculatorTool)

export const run: VectorRunner = ({ input, output }) => {
  const given = input as Input
  const theirs = output as Output
  const parsed = parseArguments(given.argumentsJson)
  if (parsed.kind === 'malformed') return theirs.success === false ? matched : deviates('W5')
  const args = parsed.kind === 'ok' ? parsed.value : {}
  if (given.method === 'describeAction') return compareJson(tool.describeAction(args), theirs.value)
  const checked = checkArguments(metadata, 'calculate', args)
  if (!checked.ok) {
    if (!theirs.success) return matched
    // W6: a number or a boolean is no text, and never gets to the tool.
    const scalar = typeof args.expression === 'number' || typeof args.expression === 'boolean'
    return scalar ? deviates('W6') : unexplained(checked.problems.map(({ message }) => message).join(' '))
  }
  const expression = String(checked.value.expression)
  return compare(expression, tool.execute({ expression }), theirs)
}

/** B: decimal arithmetic, exact integers, the usual grammar and precedence, and never NAN or INF as an answer. */
function compare(expression: string, ours: ToolResult, theirs: Output): Verdict {
  const prefix = `Result of ${expression} = `
  const shown = `ours ${ours.content}, theirs ${theirs.content}`
  if (JSON.stringify(ours.data) !== JSON.stringify(theirs.data)) return unexplained(`data: ${shown}`)
  const answer = theirs.content?.slice(prefix.length) ?? ''
  if (!ours.success) {
    if (!theirs.success) return matched
    return refusedByRule(expression, answer) ? deviates('B') : unexplained(shown)
  }
  if (!ours.content.startsWith(prefix)) return unexplained(shown)
  if (!theirs.success) return beyondTheReference(expression) ? deviates('B') : unexplained(shown)
  const own = ours.content.slice(prefix.length)
  // The reference prints floats with 14 significant digits: ours, cut like that, is the same number.
  if (own === answer || to14Digits(Number(own)) === Number(answer)) return matched
  // Theirs is what doubles and the reference's own precedence come to.
  const reference = referenceValue(expression)
  return reference !== null && isClose(reference, Number(answer)) ? deviates('B') : unexplained(shown)
}

/** What the reference calls a success: no number at all, a comma with nothing after it, 2/pi under the name twopi. */
function refusedByRule(expression: string, answer: string): boolean {
  return /^-?(NAN|INF)$/.test(answer) || /,\s*\)/.test(expression) || /\btwopi\b/i.test(expression)
}

/** Signs before signs, exponents of numbers, carriage returns, remainders of numbers below 1. */
function beyondTheReference(expression: string): boolean {
  const tight = expression.replaceAll(/\s/g, '')
  const signs = /(^|[-+*/%^(,])\+|(^|[*/%^(,+-])-[-+]/.test(tight)
  const exponent = /[\d.]e[+-]?\d/i.test(tight)
  return signs || exponent || expression.includes('\r') || Number.isNaN(referenceValue(expression))
}

function isClose(a: number, b: number): boolean {
  return to14Digits(a) === b || Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b), 1e-3)
}

function to14Digits(value: number): number {
  return Number(value.toPrecision(14))
}
