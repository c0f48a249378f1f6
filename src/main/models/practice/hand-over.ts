import { notDone } from './call-outcome.ts'
import { call, needsTool, type PracticeGoal, type PracticeSkill, say } from './practice-skill.ts'
import type { OfferedTool, PlannedCall, ToolBox } from './tool-box.ts'

const HAND_OVER =
  /^(?:please\s+)?hand\s*(?:this\s+|it\s+)?over\s+(?:this\s+)?to\s+(?:agent\s+)?(.+?)\s*(?::|,|\s-\s|\bto\b|\band say\b)\s*([\s\S]+)$/i
const ASK = /^(?:please\s+)?ask\s+(?:the\s+)?agent\s+(.+?)\s*(?::|,|\bto\b)\s*([\s\S]+)$/i

/** "hand over to Researcher: find the newest report" closes this chat; "ask agent Researcher: …" waits for the answer. */
export const handOver: PracticeSkill = {
  example: 'hand over to Researcher: find the newest report',
  takesRest: true,
  recognise(phrase, tools) {
    const over = HAND_OVER.exec(phrase.trim())
    if (over) return goal(tools, 'handover', 'target_agent_id', over[1] ?? '', over[2] ?? '')
    const ask = ASK.exec(phrase.trim())
    return ask ? goal(tools, 'sub_agent', 'agent_id', ask[1] ?? '', ask[2] ?? '') : null
  },
}

function goal(tools: ToolBox, operation: string, idKey: string, who: string, prompt: string): PracticeGoal {
  const tool = tools.find('handover')
  const agentId = tool ? agentIdOf(who, tool) : null
  if (tool && agentId === null)
    return () =>
      say(`I find no agent “${who.trim()}” among those this agent may hand over to. Name one of them, or its number.`)
  const planned: PlannedCall | null | undefined = tool?.call(
    operation,
    { [idKey]: agentId, prompt: prompt.trim() },
    idKey,
  )
  if (!planned) return needsTool('Handover', operation)
  return ([outcome]) => {
    if (!outcome) return call(operation === 'handover' ? 'hand this over' : 'ask that agent', planned)
    if (outcome.kind !== 'done')
      return say(notDone(operation === 'handover' ? 'The handover' : 'The question to the agent', outcome))
    return say(`The other agent answered:\n\n${outcome.text.trim()}`)
  }
}

/** A number, or a name that the tool's description lists as `Name (#3)`. */
function agentIdOf(who: string, tool: OfferedTool): number | null {
  const number = /^#?(\d+)$/.exec(who.trim())?.[1]
  if (number) return Number(number)
  for (const [, name = '', id] of tool.description.matchAll(/(?:^|[:,]\s*)([^,:\n]+?) \(#(\d+)\)/gm))
    if (name.trim().toLowerCase() === who.trim().toLowerCase()) return Number(id)
  return null
}
