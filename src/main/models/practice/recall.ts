import { notDone } from './call-outcome.ts'
import { call, needsTool, type PracticeSkill, say } from './practice-skill.ts'

/** "what do you remember?": the list of memories, as the tool tells it. */
export const recall: PracticeSkill = {
  example: 'what do you remember?',
  takesRest: false,
  recognise(phrase, tools) {
    if (!/^what\s+do\s+you\s+remember(?:\s+about\s+.+)?[?.!]*$/i.test(phrase.trim())) return null
    const planned = tools.find(/^(memory|global_memory)$/)?.call('list', {})
    if (!planned) return needsTool('Memory', 'list')
    return ([outcome]) => {
      if (!outcome) return call('look at what I was told to remember', planned)
      return say(outcome.kind === 'done' ? outcome.text.trim() : notDone('Looking at the memories', outcome))
    }
  },
}
