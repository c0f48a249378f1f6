/** What Electron runs. Only what the first lines need is loaded before compiled code is found again. */
import { join } from 'node:path'
import { keepCompiledCode } from './desktop/compiled-code.ts'
import { dataFlag } from './desktop/data-flag.ts'
import { dataFolder } from './storage/data-folder.ts'

process.umask(0o077)
keepCompiledCode(dataFolder({ flag: dataFlag(process.argv.slice(1)) }), join(import.meta.dirname, 'chunks'))
// Awaited, so that all of its first part is done before the app is ready.
await import('./index.ts')
