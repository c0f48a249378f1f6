import { notDone } from './call-outcome.ts'
import { call, needsTool, type PracticeSkill, say } from './practice-skill.ts'

/** "remember that the office code is 4711": saved as a memory named after its first words. */
export const remember: PracticeSkill = {
  example: 'remember that the team meets on Monday',
  takesRest: true,
  recognise(phrase, tools) {
    const content = /^(?:please\s+)?remember(?:\s+that|:)?\s+([\s\S]+)$/i.exec(phrase.trim())?.[1]?.trim()
    if (!content) return null
    const planned = tools.find(/^(memory|global_memory)$/)?.call('save', { name: nameOf(content), content }, 'content')
    if (!planned) return needsTool('Memory', 'save')
    return ([outcome]) => {
      if (!outcome) return call('save that', planned)
      return say(
        outcome.kind === 'done'
          ? `I will remember it. The memory tool says: ${outcome.text.trim()}`
          : notDone('Saving the memory', outcome),
      )
    }
  },
}

function nameOf(content: string): string {
  const words =
    content
      .toLowerCase()
      .normalize('NFKD')
      .match(/[a-z0-9]+/g) ?? []
  return words.slice(0, 5).join('-') || 'note'
}
