import { createContext, Script } from 'node:vm'

const context = createContext(Object.create(null))
const script = new Script('work()')

/**
 * Runs work that cannot wait but might never end (a plugin's regular expression against a model's text) and stops it
 * after so many milliseconds; then it throws. Only the timer of node:vm is used: this is no sandbox.
 */
export function withinDeadline<T>(milliseconds: number, work: () => T): T {
  let result: { value: T } | undefined
  context.work = () => {
    result = { value: work() }
  }
  try {
    script.runInContext(context, { timeout: milliseconds })
  } finally {
    context.work = undefined
  }
  if (!result) throw new Error('The work ended without a result.')
  return result.value
}
