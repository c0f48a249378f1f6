/** What the model is told of a conversation beside the words of its tools (outcome-words.ts). */

export const INTERRUPTED =
  'Interrupted: this call has no result. It may or may not have taken effect; check before you repeat it.'

export const SAME_AGAIN = (times: number): string =>
  `[Note: this was the same call with the same arguments ${times} times in a row. Repeating it will not help: try something else, or say what is missing.]`

export const SUMMARY = (text: string): string => `[Summary of the conversation until here]\n${text}`

export function subAgentCompleted(taskId: number, answer: string): string {
  return `Sub-agent task #${taskId} completed:\n\n${answer}`
}
