import { humanize } from '../calls/humanize.ts'

type Choice = string | number

/** Choices in a person's words, unless two of them would read the same: then each as it is. */
export function choiceLabels(choices: readonly Choice[]): (choice: Choice) => string {
  const inWords = (choice: Choice) => (typeof choice === 'string' ? humanize(choice) : String(choice))
  const words = choices.map(inWords)
  const clear = new Set(words).size === choices.length && words.every(word => word.trim() !== '')
  return clear ? inWords : choice => JSON.stringify(choice)
}
