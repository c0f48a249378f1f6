import { type OpenAIRequest, startOpenAIServer } from '../../test/model-servers/openai-server.ts'
import type { ModelServer, ScriptedTurn } from '../../test/model-servers/script.ts'
import { addScripted, furnished, leadTo } from './furnished.ts'
import { manifest, pluginFolder, pluginSource } from './plugin-folder.ts'
import type { ServedPage } from './serve-page.ts'

/** `hang` never answers: what became of it, nobody knows. */
const POST = `{
  name: 'post',
  displayName: 'Post',
  description: 'Sends letters.',
  operations: {
    send: {
      description: 'Sends one letter.',
      parameters: { to: { type: 'string', description: 'Whom.' }, text: { type: 'string', description: 'What.' } },
      describe: ({ to }) => 'Send a letter to ' + to,
      execute: async ({ to }) => ToolResult.ok('The letter to ' + to + ' is on its way.'),
    },
    hang: {
      description: 'Sends one letter by a slow ship.',
      timeoutMs: 600000,
      parameters: { to: { type: 'string', description: 'Whom.' } },
      describe: ({ to }) => 'Send a slow letter to ' + to,
      execute: () => new Promise(() => {}),
    },
  },
}`

export interface Team {
  readonly folder: string
  readonly server: ModelServer<OpenAIRequest>
  /** What an agent says next, in order; after that “Done.”. */
  says(agent: 'Planner' | 'Researcher', ...turns: ScriptedTurn[]): void
  readonly researcher: number
}

/**
 * A profile with two agents on one scripted endpoint: Planner may start Researcher and hand over to it, both may send letters,
 * and everything asks.
 */
export async function newTeam(): Promise<Team> {
  const turns: Record<string, ScriptedTurn[]> = { Planner: [], Researcher: [] }
  const server = await startOpenAIServer(body => {
    const agent = JSON.stringify(body.messages[0]).includes('You are Planner') ? 'Planner' : 'Researcher'
    return turns[agent]?.shift() ?? { text: 'Done.' }
  })
  const folder = await furnished('team', furnish)
  leadTo(folder, server.baseUrl)
  return { folder, server, researcher, says: (agent, ...more) => void turns[agent]?.push(...more) }
}

let researcher = 0

async function furnish(rest: ServedPage['rest']): Promise<void> {
  await addScripted(rest)
  const source = pluginFolder({ 'plugin.json': manifest('office', 'Office'), 'index.mjs': pluginSource([POST]) })
  const review = await rest<{ candidate_id: string; digest: string }>('POST', '/plugins/choose', { path: source })
  await rest('POST', '/plugins', { candidate_id: review.candidate_id, digest: review.digest, mode: 'link' })
  const create = async (name: string) => {
    const { id } = await rest<{ id: number }>('POST', '/agents', { name, system_prompt: `You are ${name}.` })
    await rest('POST', `/agents/${id}/tools`, { tool_class: 'office/PostTool', enabled: true })
    return id
  }
  const planner = await create('Planner')
  researcher = await create('Researcher')
  await rest('POST', '/settings/save', {
    tool_class: 'core/HandoverTool',
    scope: { scope: 'agent', agent_id: planner },
    revision: 0,
    changes: [{ key: 'allowed_target_agents', action: 'set', value: [researcher] }],
  })
  await rest('POST', `/agents/${planner}/tools`, { tool_class: 'core/HandoverTool', enabled: true })
}

export const letter = (to: string, text = 'Dear friend') => ({
  name: 'office__post',
  arguments: { action: 'send', to, text },
})
