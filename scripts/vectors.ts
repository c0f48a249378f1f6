// npm run vectors: holds our answers beside the recorded answers of the reference system, a line per file.
// SPORA_VECTORS names another folder of the same format. Fails on anything unexplained.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadModule } from '../build/load-module.ts'

const root = join(import.meta.dirname, '..')
const folder = resolve(root, process.env.SPORA_VECTORS ?? 'test/vectors')
if (!existsSync(folder)) {
  console.error(`There is no folder ${folder}. SPORA_VECTORS must name one with files of vectors.`)
  process.exit(1)
}

type Runner = typeof import('../test/vector-runners/run-vectors.ts')
const { vectorFiles, runFile, reportLine } = await loadModule<Runner>('test/vector-runners/run-vectors.ts')
let open = 0
for (const file of vectorFiles(folder)) {
  const report = await runFile(folder, file)
  console.log(reportLine(report))
  for (const { name, detail } of report.unexplained) console.log(`  unexplained: ${name}: ${detail}`)
  open += report.unexplained.length
}
console.log(open === 0 ? 'Nothing unexplained.' : `${open} unexplained.`)
process.exitCode = open === 0 ? 0 : 1
