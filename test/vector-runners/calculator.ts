import { describeToolClass, type ToolResult } from '@spora/sdk'
import { CalculatorTool } from '../../src/main/builtin/calculator/calculator-tool.ts'
import { checkArguments } from '../../src/main/tools/check-arguments.ts'
import { parseArguments } from '../../src/main/tools/parse-arguments.ts'
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

/** B: decimal arithmetic, exact integers, the usual precedence, and never NAN or INF as an answer. */
function compare(expression: string, ours: ToolResult, theirs: Output): Verdict {
  const prefix = `Result of ${expression} = `
  const shown = `ours ${ours.content}, theirs ${theirs.content}`
  if (JSON.stringify(ours.data) !== JSON.stringify(theirs.data)) return unexplained(`data: ${shown}`)
  if (!ours.success) {
    if (!theirs.success) return matched
    // The reference calls these a success; a comma with nothing after it is no argument list.
    const undefinedResult = /^-?(NAN|INF)$/.test(theirs.content?.slice(prefix.length) ?? '')
    return undefinedResult || /,\s*\)/.test(expression) ? deviates('B') : unexplained(shown)
  }
  if (!ours.content.startsWith(prefix)) return unexplained(shown)
  // The usual grammar knows more: signs before signs, exponents of numbers, carriage returns.
  if (!theirs.success) return beyondTheReference(expression) ? deviates('B') : unexplained(shown)
  const [a, b] = [ours.content.slice(prefix.length), theirs.content?.slice(prefix.length) ?? '']
  if (a === b) return matched
  // The reference prints floats with 14 significant digits: ours, cut like that, is the same number.
  if (sameTo14Digits(a, b)) return matched
  // Exact where the reference has the noise of binary floating point.
  if (Math.abs(Number(a) - Number(b)) < 1e-14) return deviates('B')
  return otherPrecedence(expression) || cutOperands(expression) ? deviates('B') : unexplained(shown)
}

function beyondTheReference(expression: string): boolean {
  const tight = expression.replaceAll(' ', '')
  return /^\+|[-+*/%^(,]\+|--\d/.test(tight) || /\d\.?e[+-]?\d/i.test(tight) || expression.includes('\r')
}

/** `^` binds tighter than a minus before it, and to the right. */
function otherPrecedence(expression: string): boolean {
  return /-[\d.]+\^|\^[^+*/%()-]*\^/.test(expression.replaceAll(' ', ''))
}

/** % takes decimals as they are; the reference cuts its operands to integers. */
function cutOperands(expression: string): boolean {
  return /\.\d*%|%\d*\.\d/.test(expression.replaceAll(' ', ''))
}

function sameTo14Digits(ours: string, theirs: string): boolean {
  return Number(Number(ours).toPrecision(14)) === Number(theirs)
}
