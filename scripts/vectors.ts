// npm run vectors: holds our answers beside the recorded answers of the reference system, a line per file.
// SPORA_VECTORS names another folder of the same format. Fails on anything unexplained.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { decorators } from '../build/decorators.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(root, process.env.SPORA_VECTORS ?? 'test/vectors')

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
const { runVectors, reportLine } = (await server.ssrLoadModule(
  '/test/vector-runners/run-vectors.ts',
)) as typeof import('../test/vector-runners/run-vectors.ts')
const reports = await runVectors(folder)
await server.close()

for (const report of reports) {
  console.log(reportLine(report))
  for (const { name, detail } of report.unexplained) console.log(`  unexplained: ${name}: ${detail}`)
}
const open = reports.reduce((sum, report) => sum + report.unexplained.length, 0)
console.log(open === 0 ? 'Nothing unexplained.' : `${open} unexplained.`)
process.exitCode = open === 0 ? 0 : 1
