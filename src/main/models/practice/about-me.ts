import { notDone } from './call-outcome.ts'
import { call, needsTool, type PracticeSkill, say } from './practice-skill.ts'

/** "what do you know about me?": what the person said under About you. */
export const aboutMe: PracticeSkill = {
  example: 'what do you know about me?',
  takesRest: false,
  recognise(phrase, tools) {
    if (!/^(?:what\s+do\s+you\s+know\s+about\s+me|who\s+am\s+i)[?.!]*$/i.test(phrase.trim())) return null
    const planned = tools.find('user_info')?.call('get_base_data', {})
    if (!planned) return needsTool('User Info', 'get_base_data')
    return ([outcome]) => {
      if (!outcome) return call('look at what you say about yourself', planned)
      return say(
        outcome.kind === 'done'
          ? `This is what you let me know:\n\n${outcome.text.trim()}`
          : notDone('Reading what you say about yourself', outcome),
      )
    }
  },
}
