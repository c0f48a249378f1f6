/** node out/main/serve.js [--port N] [--data DIR]: the same app in a browser on 127.0.0.1, without Electron. */
import { join } from 'node:path'
import { refuseOldNode } from './refuse-old-node.ts'

refuseOldNode()
// Loaded only now: the database driver in it would crash an old Node before a word could be said.
const { serve } = await import('./serve-app.ts')
await serve({ args: process.argv.slice(2), out: join(import.meta.dirname, '..') })
