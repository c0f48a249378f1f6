import type { Command } from './command.ts'
import { oneOperand } from './one-operand.ts'

export const removePlugin: Command = async ({ client, operands, flags, print }) => {
  const slug = oneOperand(operands, 'slug')
  const { agents } = await client.plugins.usage({ slug })
  await client.plugins.remove({ slug, keep_data: !flags['drop-data'] })
  print(`${slug} is removed.`)
  if (agents.length > 0) print(`These agents used it: ${agents.map(({ name }) => name).join(', ')}.`)
  return 0
}
