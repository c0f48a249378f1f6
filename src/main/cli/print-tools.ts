import type { Command } from './command.ts'
import { UsageError } from './usage-error.ts'

/** What a model would receive, as JSON: for an agent its enabled tools, else every tool with its defaults. */
export const printTools: Command = async ({ client, flags, print }) => {
  const agentId = flags.agent === undefined ? undefined : Number(flags.agent)
  if (agentId !== undefined && !(Number.isInteger(agentId) && agentId > 0))
    throw new UsageError(`--agent takes an agent's number, not “${flags.agent}”.`)
  const classes =
    agentId === undefined
      ? (await client.tools.list()).map(tool => tool.tool_class)
      : (await client.agents.tools({ id: agentId })).filter(({ enabled }) => enabled).map(({ tool }) => tool.tool_class)
  const answers = await Promise.all(
    classes.map(tool_class => client.tools.definition({ tool_class, agent_id: agentId, dialect: flags.dialect })),
  )
  const known = answers[0]?.dialects
  if (flags.dialect && known && !known.includes(flags.dialect))
    throw new UsageError(`There is no dialect “${flags.dialect}”. Known: ${known.join(', ')}.`)
  print(
    JSON.stringify(
      answers.flatMap(({ definition }) => (definition ? [definition] : [])),
      null,
      2,
    ),
  )
  answers.forEach(({ reason }, index) => {
    if (reason) console.error(`${classes[index]} is left out: ${reason}`)
  })
  return 0
}
