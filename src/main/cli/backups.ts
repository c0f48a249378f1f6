import type { Command } from './command.ts'
import { oneOperand } from './one-operand.ts'

export const listBackups: Command = async ({ client, print }) => {
  const { backups, folder, restore_next } = await client.data.backups()
  for (const { name, bytes } of backups)
    print(`${name}  ${bytes} bytes${name === restore_next ? ', restored next' : ''}`)
  print(backups.length === 0 ? `There are no backups in ${folder}.` : `In ${folder}.`)
  return 0
}

export const makeBackup: Command = async ({ client, print }) => {
  const { name } = await client.data.backUp()
  print(`${name} is made.`)
  return 0
}

export const restoreBackup: Command = async ({ client, operands, print }) => {
  const name = oneOperand(operands, 'backup')
  await client.data.restore({ name })
  print(`${name} takes the place of your data when Spora starts next. What is there now is kept among the backups.`)
  return 0
}

export const printDiagnostics: Command = async ({ client, print }) => {
  print((await client.data.diagnostics()).text)
  return 0
}
