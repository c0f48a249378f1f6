// Runs each row in a process of its own, one after the other, and says how long all took.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from '../build/load-module.ts'

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
const folder = await bundle({ 'run-row': 'bench/run-row.ts', 'model-server': 'bench/model-server.ts' })
const { ROWS } = (await import(join(folder, 'run-row.js'))) as typeof import('./run-row.ts')

const unknown = positionals.filter(name => !Object.hasOwn(ROWS, name))
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. There are: ${Object.keys(ROWS).join(', ')}.`)
  process.exit(2)
}
const started = Date.now()
let failed = 0
for (const name of positionals.length > 0 ? positionals : Object.keys(ROWS)) {
  const args = ['--expose-gc', join(folder, 'run-row.js'), name, ...(values.quick ? ['--quick'] : [])]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) failed++
}
const seconds = ((Date.now() - started) / 1000).toFixed(0)
console.log(`\n${seconds} s on Node ${process.versions.node}; load of the last minute ${loadavg()[0]?.toFixed(1)}.`)
process.exitCode = failed === 0 ? 0 : 1
