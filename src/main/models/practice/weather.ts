import type { JsonValue } from '@spora/sdk'
import { notDone } from './call-outcome.ts'
import { call, needsTool, type PracticeSkill, say } from './practice-skill.ts'
import type { OfferedTool, PlannedCall } from './tool-box.ts'

const PLACE =
  "\\s+(?:in|for|at)\\s+([\\p{L}\\s'.-]+?)(?:\\s+(?:now|today|tonight|tomorrow|this (?:morning|afternoon|evening)))?[?.!\\s]*$"
const ASKED = new RegExp(
  `^(?:and\\s+)?(?:what(?:'s|’s| is)\\s+|how(?:'s|’s| is)\\s+|tell me\\s+|show\\s+)?(?:the\\s+)?(weather|forecast)(?:\\s+like)?${PLACE}`,
  'iu',
)
/** Questions that a forecast answers. */
const ADVICE = new RegExp(
  `^(?:and\\s+)?(?:will it (?:rain|snow)|(?:do|will|should) (?:i|we) (?:need|take|wear) (?:an? )?(?:umbrella|coat|jacket))${PLACE}`,
  'iu',
)

/** "what is the weather in Berlin" with whichever weather tool the agent has: a place by name, in one call. */
export const weather: PracticeSkill = {
  example: 'what is the weather in Berlin',
  takesRest: false,
  recognise(phrase, tools) {
    const asked = ASKED.exec(phrase.trim())
    const [wanted, place] = asked ? [asked[1], asked[2]] : ['forecast', ADVICE.exec(phrase.trim())?.[1]]
    if (place === undefined) return null
    const tool = tools.find(/weather/)
    if (!tool) return needsTool('Weather')
    const planned = plan(tool, wanted?.toLowerCase() ?? '', place.trim())
    if (!planned) return () => say('This weather tool offers nothing that takes the name of a place.')
    return ([outcome]) => {
      if (!outcome) return call('look at the weather', planned)
      return say(
        outcome.kind === 'done'
          ? `The weather tool says:\n\n${outcome.text.trim()}`
          : notDone('The weather question', outcome),
      )
    }
  },
}

function plan(tool: OfferedTool, wanted: string, place: string): PlannedCall | null {
  const key = [...tool.properties.keys()].find(name => /^(place|city|location|name|query)$/.test(name))
  if (!key) return null
  const args: Record<string, JsonValue> = { [key]: place }
  const fits = wanted === 'forecast' ? /forecast|daily/ : /current|now/
  const operation = tool.operations.find(name => fits.test(name)) ?? tool.operations[0] ?? 'current'
  return tool.call(operation, args, key)
}
