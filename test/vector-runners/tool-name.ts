import { isToolName } from '@spora/sdk'
import { compareJson, deviates, type Vector, type VectorRunner } from './runner.ts'

export const run: VectorRunner = ({ input, output }: Vector) => {
  const { name } = input as { name: string }
  const withoutBreak: string = name.slice(0, -1)
  const theirs = (output as { valid: boolean }).valid
  const ours: boolean = isToolName(name)
  // D5: the whole text must match; the reference overlooks a line break at its end.
  if (theirs && !ours && name.endsWith('\n') && isToolName(withoutBreak)) return deviates('D5')
  return compareJson(ours, theirs)
}
