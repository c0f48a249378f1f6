import { pluginSlugProblem } from '../../src/main/tools/plugin-slug.ts'
import { compareJson, deviates, type VectorRunner } from './runner.ts'

export const run: VectorRunner = ({ input, output }) => {
  const { slug } = input as { slug?: unknown }
  const theirs = (output as { ok: boolean }).ok
  const ours = pluginSlugProblem(slug) === null
  if (theirs && !ours && typeof slug === 'string') {
    // G1: at most 40 characters, matched as a whole, some names reserved.
    const plain = slug.replace(/\n$/, '').slice(0, 40)
    if (slug.length > 40 || slug.endsWith('\n') || (plain === slug && /^[a-z0-9][a-z0-9_-]*$/.test(slug)))
      return deviates('G1')
  }
  return compareJson(ours, theirs)
}
