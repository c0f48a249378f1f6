import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unexplained, type Vector, type Verdict } from './runner.ts'
import { LISTS, RUNNERS } from './table.ts'

export interface FileReport {
  readonly file: string
  readonly matched: number
  readonly deviates: ReadonlyMap<string, number>
  readonly skipped: ReadonlyMap<string, number>
  readonly unexplained: readonly { readonly name: string; readonly detail: string }[]
}

/** The names of the folder's files of cases, without `.json`, in their order. */
export function vectorFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -'.json'.length))
    .filter(name => !LISTS.includes(name))
    .sort()
}

export async function runFile(folder: string, file: string): Promise<FileReport> {
  const load = Object.hasOwn(RUNNERS, file) ? RUNNERS[file] : undefined
  const deviates = new Map<string, number>()
  const skipped = new Map<string, number>()
  const open: { name: string; detail: string }[] = []
  let matched = 0
  if (!load) {
    open.push({ name: file, detail: 'no runner knows this file' })
    return { file, matched, deviates, skipped, unexplained: open }
  }
  const { run } = await load()
  for (const vector of JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as Vector[]) {
    const verdict = await attempt(run, vector)
    if (verdict.kind === 'matched') matched++
    else if (verdict.kind === 'deviates') deviates.set(verdict.rule, (deviates.get(verdict.rule) ?? 0) + 1)
    else if (verdict.kind === 'skipped') skipped.set(verdict.reason, (skipped.get(verdict.reason) ?? 0) + 1)
    else open.push({ name: vector.name, detail: verdict.detail })
  }
  return { file, matched, deviates, skipped, unexplained: open }
}

async function attempt(run: (vector: Vector) => Verdict | Promise<Verdict>, vector: Vector): Promise<Verdict> {
  try {
    return await run(vector)
  } catch (error) {
    return unexplained(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

/** `schema_builder: 312 matched, deviates by S3 20, S4 8, skipped 6 (php-only: …), unexplained 0` */
export function reportLine(report: FileReport): string {
  const parts = [`${report.matched} matched`]
  if (report.deviates.size > 0)
    parts.push(`deviates by ${[...report.deviates].map(([rule, count]) => `${rule} ${count}`).join(', ')}`)
  if (report.skipped.size > 0)
    parts.push(`skipped ${[...report.skipped].map(([reason, count]) => `${count} (${reason})`).join(', ')}`)
  parts.push(`unexplained ${report.unexplained.length}`)
  return `${report.file}: ${parts.join('; ')}`
}
