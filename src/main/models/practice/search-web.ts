import { notDone } from './call-outcome.ts'
import { call, needsTool, type PracticeSkill, say } from './practice-skill.ts'

/** "search the web for Open-Meteo" with whichever search tool the agent has. */
export const searchWeb: PracticeSkill = {
  example: 'search for spore printing',
  takesRest: true,
  recognise(phrase, tools) {
    const query = /^(?:please\s+)?(?:search|look up|google)\s+(?:the\s+web\s+)?(?:for\s+)?([\s\S]+?)[?.!]*$/i.exec(
      phrase.trim(),
    )?.[1]
    if (!query) return null
    const tool = tools.find('web_search') ?? tools.find(/search/)
    const planned = tool?.call('search', { query }, 'query')
    if (!planned) return needsTool('Web Search')
    return ([outcome]) => {
      if (!outcome) return call('search for that', planned)
      return say(
        outcome.kind === 'done' ? `The search found:\n\n${outcome.text.trim()}` : notDone('The search', outcome),
      )
    }
  },
}
