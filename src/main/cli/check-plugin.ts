import type { Command } from './command.ts'
import { oneOperand } from './one-operand.ts'
import { reviewFolder, reviewLines } from './review-folder.ts'

/** Stricter than adding: a warning is a failure too, because its author is reading. */
export const checkPlugin: Command = async ({ client, operands, print }) => {
  const review = await reviewFolder(client, oneOperand(operands, 'folder'))
  for (const line of reviewLines(review)) print(line)
  return review.checks.every(check => check.status === 'pass') ? 0 : 1
}
