import { notDone } from './call-outcome.ts'
import { call, needsTool, type PracticeSkill, say } from './practice-skill.ts'

const SHOWN = 600

/** "read https://example.org": fetches the page and shows how it begins. */
export const readPage: PracticeSkill = {
  example: 'read https://example.org',
  takesRest: false,
  recognise(phrase, tools) {
    const url =
      /^(?:please\s+)?(?:read|open|fetch|summari[sz]e|show me|look at)\s+(?:the\s+page\s+)?<?(https?:\/\/[^\s>]+?)>?[.!]*$/i.exec(
        phrase.trim(),
      )?.[1]
    if (!url) return null
    const operation = /\.pdf$/i.test(url) ? 'fetch_pdf' : 'fetch'
    const planned = tools.find('read_url')?.call(operation, { url }, 'url')
    if (!planned) return needsTool('Read URL', operation)
    return ([outcome]) => {
      if (!outcome) return call('read that page', planned)
      if (outcome.kind !== 'done') return say(notDone(`Reading ${url}`, outcome))
      const text = pageText(outcome.text)
      const beginning = text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
      return say(`I cannot understand it, but this is how ${url} begins:\n\n${beginning}`)
    }
  },
}

/** What stands between the tool's marks around text from outside. */
function pageText(result: string): string {
  return (/<<<content from outside\n([\s\S]*)\ncontent from outside>>>/.exec(result)?.[1] ?? result).trim()
}
