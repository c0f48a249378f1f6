/** node out/main/cli.js COMMAND: `npm run spora -- COMMAND`. */
import { join } from 'node:path'
import { refuseOldNode } from './refuse-old-node.ts'

refuseOldNode()
// Loaded only now: the database driver in it would crash an old Node before a word could be said.
const { runCommand } = await import('./cli/run-command.ts')
await runCommand(process.argv.slice(2), join(import.meta.dirname, '..'))
