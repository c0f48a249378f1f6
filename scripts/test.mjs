// npm test: everything. npm run check (--fast): lint, types, arrows, unit. Ends with one line
// `N passed, N failed, N skipped`, summed over all runners; a check such as lint counts as one test.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build-if-needed.mjs'
import { chromium, NO_CHROMIUM } from './chromium.mjs'
import { nodeEnvironment, root, run } from './run.mjs'

const flags = process.argv.slice(2)
const fast = flags.includes('--fast')
const reports = join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const env = nodeEnvironment()
if (flags.includes('--full')) env.SPORA_FULL = '1'
const sum = { passed: 0, failed: 0, skipped: 0 }
const lines = []

function count(name, { passed, failed, skipped }, started) {
  sum.passed += passed
  sum.failed += failed
  sum.skipped += skipped
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  lines.push(`${name.padEnd(12)} ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`)
}

async function check(name, command, args) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const ok = (await run(command, args, { env })) === 0
  count(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }, started)
}

const readReport = file => {
  try {
    return JSON.parse(readFileSync(join(reports, file), 'utf8'))
  } catch {
    return undefined
  }
}

async function vitest(project) {
  console.log(`\n── ${project}`)
  const started = Date.now()
  const file = `${project}.json`
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, file)}`,
  ]
  const code = await run('vitest', args, { env })
  const report = readReport(file)
  // A file that cannot even be loaded fails a suite without failing a test.
  const broken =
    report?.testResults?.filter(suite => suite.status === 'failed' && suite.assertionResults.length === 0).length ?? 0
  const result = {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  }
  if (code !== 0 && result.failed === 0) result.failed = 1
  count(project, result, started)
}

async function e2e() {
  console.log('\n── e2e')
  const started = Date.now()
  const browser = await chromium()
  if (!browser) {
    console.error(NO_CHROMIUM)
    return count('e2e', { passed: 0, failed: 1, skipped: 0 }, started)
  }
  const code = await run('playwright', ['test'], {
    env: { ...env, SPORA_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json') },
  })
  const stats = readReport('e2e.json')?.stats
  const result = {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  }
  if (code !== 0 && result.failed === 0) result.failed = 1
  count('e2e', result, started)
}

await check('lint', 'biome', ['check', '--error-on-warnings', '.'])
await check('types', 'tsc', ['-p', '.'])
await check('arrows', 'node', ['scripts/check-arrows.mjs'])
await vitest('unit')
if (!fast) {
  console.log('\n── build')
  const started = Date.now()
  const built = await build()
  count('build', { passed: built ? 1 : 0, failed: built ? 0 : 1, skipped: 0 }, started)
  if (built) {
    await vitest('integration')
    await e2e()
    await check('seeds', 'node', ['scripts/seed-coverage.mjs', '--reports'])
  }
}
console.log(`\n${lines.join('\n')}\n`)
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
process.exit(sum.failed === 0 ? 0 : 1)
