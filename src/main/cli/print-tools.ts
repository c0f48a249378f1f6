import { DIALECTS, isDialect } from '../tools/dialects/compile-for-dialect.ts'
import type { Command } from './command.ts'
import { plainJson, printProblem } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** What a model would receive, as JSON: for an agent its enabled tools, else every tool with its defaults. */
export const printTools: Command = async ({ client, operands, flags, print }) => {
  if (operands.length > 0) throw new UsageError(`tools takes no “${operands.join(' ')}”. Name an agent with --agent N.`)
  const agentId = flags.agent === undefined ? undefined : Number(flags.agent)
  if (flags.agent !== undefined && !/^[1-9]\d{0,15}$/.test(flags.agent))
    throw new UsageError(`--agent takes an agent's number, not “${flags.agent}”.`)
  if (flags.dialect !== undefined && !isDialect(flags.dialect))
    throw new UsageError(`There is no dialect “${flags.dialect}”. Known: ${Object.keys(DIALECTS).join(', ')}.`)
  const classes =
    agentId === undefined
      ? (await client.tools.list()).map(tool => tool.tool_class)
      : (await client.agents.tools({ id: agentId })).filter(({ enabled }) => enabled).map(({ tool }) => tool.tool_class)
  const answers = await Promise.all(
    classes.map(tool_class => client.tools.definition({ tool_class, agent_id: agentId, dialect: flags.dialect })),
  )
  print(plainJson(answers.flatMap(({ definition }) => (definition ? [definition] : []))))
  answers.forEach(({ reason }, index) => {
    if (reason) printProblem(`${classes[index]} is left out: ${reason}`)
  })
  return 0
}
