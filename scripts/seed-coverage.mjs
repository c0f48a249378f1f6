// npm run seed-coverage: checks docs/seed-coverage.md. Every file and test a row names must exist, and the tests of proven
// rows must have run and passed. Takes the reports of `npm test` when they are newer than the sources (with --reports: as
// they are), and runs what they do not hold. Prints how many rows are proven, open and not applicable.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { buildIfNeeded } from './build-if-needed.mjs'
import { chromium, NO_CHROMIUM } from './chromium.mjs'
import { nodeEnvironment, root, run } from './run.mjs'

const DOCUMENT = 'docs/seed-coverage.md'
const REPORTS = join(root, 'test-results')
const SOURCES = ['src', 'test', 'plugins', 'e2e', 'skills', 'agent-templates', 'package-lock.json']
const asTheyAre = process.argv.includes('--reports')

/** `| statement | rule | file | test | status |`, with `\|` for a line within a cell. */
function readRows() {
  const lines = readFileSync(join(root, DOCUMENT), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (!line.startsWith('| ') || /^\| (statement|---)/.test(line)) return []
    const cells = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map(cell => cell.trim().replaceAll('\\|', '|'))
    const [statement, rule, file, test, status] = cells
    const [, testFile, title] = /^`([^`]+)` › (.+)$/.exec(test ?? '') ?? []
    return [
      {
        line: index + 1,
        cells: cells.length,
        statement,
        rule,
        file: file?.replaceAll('`', ''),
        test,
        testFile,
        title,
        status,
      },
    ]
  })
}

const NOT_APPLICABLE = /^not applicable: .+/

/** What is wrong with a row before any test ran. */
function faultsOf(row) {
  const faults = []
  if (row.cells !== 5) return [`has ${row.cells} cells instead of 5`]
  if (row.status !== 'proven' && row.status !== 'open' && !NOT_APPLICABLE.test(row.status))
    faults.push(`has the status “${row.status}”`)
  if (row.file && !existsSync(join(root, row.file))) faults.push(`names ${row.file}, which is not there`)
  if (row.test && !row.testFile) faults.push('names its test in another way than `file` › title')
  if (row.testFile && !existsSync(join(root, row.testFile))) faults.push(`names ${row.testFile}, which is not there`)
  if (row.status === 'proven' && (!row.file || !row.rule || !row.testFile))
    faults.push('is proven without rule, file or test')
  return faults
}

/** file -> title -> whether every test of that title passed. */
const outcomes = new Map()

function note(file, title, passed) {
  const titles = outcomes.get(file) ?? new Map()
  outcomes.set(file, titles.set(title, passed && (titles.get(title) ?? true)))
}

const fromRoot = file => relative(root, resolve(root, file)).split(sep).join('/')

function readVitest(path) {
  for (const suite of JSON.parse(readFileSync(path, 'utf8')).testResults)
    for (const { title, status } of suite.assertionResults) note(fromRoot(suite.name), title, status === 'passed')
}

function readPlaywright(path) {
  const visit = suite => {
    for (const spec of suite.specs ?? []) note(`e2e/${suite.file ?? spec.file}`, spec.title, spec.ok)
    for (const inner of suite.suites ?? []) visit({ file: suite.file, ...inner })
  }
  for (const suite of JSON.parse(readFileSync(path, 'utf8')).suites) visit(suite)
}

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => newest(join(path, name))))
}

function readReports() {
  const changed = asTheyAre ? 0 : Math.max(...SOURCES.map(name => newest(join(root, name))))
  for (const [name, read] of [
    ['unit.json', readVitest],
    ['integration.json', readVitest],
    ['e2e.json', readPlaywright],
  ]) {
    const path = join(REPORTS, name)
    if (existsSync(path) && statSync(path).mtimeMs > changed) read(path)
  }
}

const projectOf = file =>
  file.endsWith('.spec.ts') ? 'e2e' : file.endsWith('.integration.test.ts') ? 'integration' : 'unit'

/** Runs the files of one kind of test and reads what became of them. */
async function runTests(project, files) {
  const report = join(REPORTS, `seed-coverage-${project}.json`)
  if (project !== 'unit') await buildIfNeeded()
  if (project === 'e2e') {
    const browser = await chromium()
    if (!browser) return console.error(NO_CHROMIUM)
    const env = { ...nodeEnvironment(), SPORA_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    await run('playwright', ['test', ...files], { env })
    if (existsSync(report)) readPlaywright(report)
    return
  }
  const args = ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  await run('vitest', [...args, ...files])
  if (existsSync(report)) readVitest(report)
}

const rows = readRows()
const faults = rows.flatMap(row => faultsOf(row).map(what => ({ row, what })))
readReports()
const needed = new Set(rows.flatMap(({ status, testFile }) => (status === 'proven' && testFile ? [testFile] : [])))
const missing = [...needed].filter(file => !outcomes.has(file) && existsSync(join(root, file)))
mkdirSync(REPORTS, { recursive: true })
if (!asTheyAre)
  for (const project of ['unit', 'integration', 'e2e']) {
    const files = missing.filter(file => projectOf(file) === project)
    if (files.length > 0) await runTests(project, files)
  }
for (const row of rows) {
  if (row.status !== 'proven' || !row.testFile) continue
  const passed = outcomes.get(row.testFile)?.get(row.title)
  if (passed === undefined) faults.push({ row, what: `names a test that did not run: ${row.test}` })
  else if (!passed) faults.push({ row, what: `names a test that failed: ${row.test}` })
}

for (const { row, what } of faults) console.error(`${DOCUMENT}:${row.line}: “${row.statement}” ${what}`)
const count = test => rows.filter(({ status }) => test(status ?? '')).length
console.log(
  `${count(status => status === 'proven')} proven, ${count(status => status === 'open')} open, ${count(status => NOT_APPLICABLE.test(status))} not applicable${faults.length > 0 ? `; ${faults.length} faults` : ''}`,
)
process.exit(faults.length === 0 ? 0 : 1)
