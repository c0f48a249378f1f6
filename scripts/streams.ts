// Replays every recorded response of SPORA_STREAMS (default ../shared/provider-streams) through a local HTTP server to
// the drivers: whole, in single bytes, with CR LF, and with the connection dropped at three places. Three short ones are cut and broken off after every byte. A line per file.
import { join, resolve } from 'node:path'
import { loadModule } from '../build/load-module.ts'

const root = join(import.meta.dirname, '..')
const folder = resolve(root, process.env.SPORA_STREAMS ?? '../shared/provider-streams')

type Runner = typeof import('../test/streams/run-streams.ts')
const { runStreams, runCuts, reportLine, cutLine } = await loadModule<Runner>('test/streams/run-streams.ts')
const reports = await runStreams(folder)

if (!reports) console.log(`Skipped: there is no folder ${folder}. Set SPORA_STREAMS to one with recorded responses.`)
for (const report of reports ?? []) {
  console.log(reportLine(report))
  for (const problem of report.problems) console.log(`  ${problem}`)
}
const cuts = await runCuts(folder)
for (const cut of cuts) {
  console.log(cutLine(cut))
  for (const problem of cut.problems) console.log(`  ${problem}`)
}
const different = (reports ?? []).filter(({ problems }) => problems.length > 0).length
if (reports) {
  const bytes = cuts.reduce((sum, { places }) => sum + places, 0)
  console.log(
    `${reports.length - different} of ${reports.length} recordings replay exactly; ${cuts.length} of them at each of ${bytes} cuts.`,
  )
}
process.exit(different === 0 && cuts.every(({ problems }) => problems.length === 0) ? 0 : 1)
