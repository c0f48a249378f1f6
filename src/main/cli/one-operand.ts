import { UsageError } from './usage-error.ts'

/** The one thing a command is about. */
export function oneOperand(operands: readonly string[], name: string): string {
  const [only] = operands
  if (only === undefined || operands.length > 1) throw new UsageError(`Name one ${name}.`)
  return only
}
