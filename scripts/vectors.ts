// npm run vectors: holds our answers beside the recorded answers of the reference system, a line per file.
// SPORA_VECTORS names another folder of the same format. Fails on anything unexplained.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { decorators } from '../build/decorators.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(root, process.env.SPORA_VECTORS ?? 'test/vectors')
if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}. SPORA_VECTORS must name one with files of vectors.`)
  process.exit(1)
}

const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  plugins: [decorators()],
  resolve: { alias: { '@spora/sdk': resolve(root, 'src/sdk/index.ts') } },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
const { vectorFiles, runFile, reportLine } = (await server.ssrLoadModule(
  '/test/vector-runners/run-vectors.ts',
)) as typeof import('../test/vector-runners/run-vectors.ts')
let open = 0
for (const file of vectorFiles(folder)) {
  const report = await runFile(folder, file)
  console.log(reportLine(report))
  for (const { name, detail } of report.unexplained) console.log(`  unexplained: ${name}: ${detail}`)
  open += report.unexplained.length
}
await server.close()
console.log(open === 0 ? 'Nothing unexplained.' : `${open} unexplained.`)
process.exitCode = open === 0 ? 0 : 1
