import { unseenIn } from '../../shared/unseen.ts'
import { humanize } from '../calls/humanize.ts'
import { visibleJson } from '../components/visible-json.ts'

type Choice = string | number

/** Choices in a person's words, unless two of them would read the same, or one is not seen whole: then each as it is. */
export function choiceLabels(choices: readonly Choice[]): (choice: Choice) => string {
  const inWords = (choice: Choice) => (typeof choice === 'string' ? humanize(choice) : String(choice))
  const words = choices.map(inWords)
  const clear =
    new Set(words).size === choices.length && words.every(word => word.trim() !== '' && unseenIn(word).length === 0)
  return clear ? inWords : choice => visibleJson(choice) ?? ''
}
