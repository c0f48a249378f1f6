import { parseArgs } from 'node:util'
import { ORPCError } from '@orpc/client'
import { SporaError } from '../../shared/spora-error.ts'
import { serve } from '../serve-app.ts'
import { addPlugin } from './add-plugin.ts'
import { listBackups, makeBackup, printDiagnostics, restoreBackup } from './backups.ts'
import { checkPlugin } from './check-plugin.ts'
import type { Command } from './command.ts'
import { listPlugins } from './list-plugins.ts'
import { printTools } from './print-tools.ts'
import { removePlugin } from './remove-plugin.ts'
import { outliveReaders, print, printProblem } from './terminal.ts'
import { UsageError } from './usage-error.ts'
import { withClient } from './with-client.ts'

/** Words of the command line to what they do. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['backup', makeBackup],
  ['backups', listBackups],
  ['diagnostics', printDiagnostics],
  ['plugin add', addPlugin],
  ['plugin check', checkPlugin],
  ['plugin list', listPlugins],
  ['plugin remove', removePlugin],
  ['restore', restoreBackup],
  ['tools', printTools],
])

const USAGE = `Use: npm run spora -- COMMAND [--data DIR]

  serve [--port N]                      the app in a browser on 127.0.0.1
  plugin add DIR [--yes] [--copy] [--replace]
                                        review a folder and add it as a plugin
  plugin check DIR                      every check of the review, and nothing added
  plugin list                           the plugins and how they are
  plugin remove SLUG [--drop-data]      remove a plugin; its data is kept unless dropped
  tools [--agent N] [--dialect NAME]    the exact tool definitions a model would receive
  backup                                a copy of all data, now
  backups                               the copies that are there
  restore BACKUP                        one of them takes the place of all data at the next start
  diagnostics                           facts for a fault report, without what anybody wrote`

const OPTIONS = {
  data: { type: 'string' },
  port: { type: 'string' },
  agent: { type: 'string' },
  dialect: { type: 'string' },
  yes: { type: 'boolean' },
  copy: { type: 'boolean' },
  replace: { type: 'boolean' },
  'drop-data': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** Runs one command and ends the process: 0 done, 1 it did not work, 2 the words were wrong. */
export async function runCommand(args: readonly string[], out: string): Promise<void> {
  if (args[0] === 'serve') return serve({ args: args.slice(1), out })
  process.umask(0o077)
  outliveReaders()
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    if (values.data?.trim() === '') throw new UsageError('--data names no folder.')
    if (values.help || positionals.length === 0) return print(USAGE)
    const words = [positionals.slice(0, 2).join(' '), positionals[0] ?? ''].find(name => COMMANDS.has(name))
    const command = words === undefined ? undefined : COMMANDS.get(words)
    if (!command || words === undefined) throw new UsageError(`There is no command “${positionals.join(' ')}”.`)
    const operands = positionals.slice(words.split(' ').length)
    process.exitCode = await withClient(values.data, out, client => command({ client, operands, flags: values, print }))
  } catch (error) {
    const usage = isUsage(error)
    printProblem(usage || error instanceof SporaError || error instanceof ORPCError ? error.message : error)
    if (usage) console.error(`\n${USAGE}`)
    process.exitCode = usage ? 2 : 1
  }
}

function isUsage(error: unknown): error is Error {
  const parseArgs = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  return error instanceof UsageError || parseArgs
}
