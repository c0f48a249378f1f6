// Replays every recorded response of SPORA_STREAMS (default ../shared/provider-streams) through a local HTTP server to
// the drivers: whole, in single bytes, with CR LF, and with the connection dropped at three places. A line per file.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { decorators } from '../build/decorators.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(root, process.env.SPORA_STREAMS ?? '../shared/provider-streams')

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
const { runStreams, reportLine } = (await server.ssrLoadModule(
  '/test/streams/run-streams.ts',
)) as typeof import('../test/streams/run-streams.ts')
const reports = await runStreams(folder)
await server.close()

if (!reports) console.log(`Skipped: there is no folder ${folder}. Set SPORA_STREAMS to one with recorded responses.`)
for (const report of reports ?? []) {
  console.log(reportLine(report))
  for (const problem of report.problems) console.log(`  ${problem}`)
}
const different = (reports ?? []).filter(({ problems }) => problems.length > 0).length
if (reports) console.log(`${reports.length - different} of ${reports.length} recordings replay exactly.`)
process.exit(different === 0 ? 0 : 1)
