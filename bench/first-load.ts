import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { assertEqual } from './measure.ts'
import { printTable } from './print-table.ts'
import type { Row } from './row.ts'

const LIMIT_KB = 250
const renderer = join(process.cwd(), 'out/renderer')

/** (d) What the window loads before it can show anything: the page, its scripts with what they import, its styles. */
export const row: Row = async () => {
  const html = readFileSync(join(renderer, 'index.html'), 'utf8')
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\.?\/([^"]+)"/g)].map(match => match[1] ?? '')
  assertEqual(
    'the page names scripts and styles',
    tags.some(name => name.endsWith('.js')) && tags.some(name => name.endsWith('.css')),
    true,
  )
  const rows = ['index.html', ...eager(tags)].map(name => {
    const bytes = readFileSync(join(renderer, name))
    return { name, kB: bytes.length / 1000, gzip: gzipSync(bytes, { level: 9 }).length / 1000 }
  })
  const sum = (key: 'kB' | 'gzip') => rows.reduce((total, each) => total + each[key], 0)
  printTable(
    'First load of the window',
    ['file', 'kB', 'gzip kB'],
    [...rows.map(({ name, kB, gzip }) => [name, kB, gzip]), ['all', sum('kB'), sum('gzip')]],
    `${sum('gzip') <= LIMIT_KB ? 'Within' : 'OVER'} the limit of ${LIMIT_KB} kB gzip`,
  )
}

/** The named files and every script they import before they run. */
function eager(names: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    if (!name.endsWith('.js')) return
    const script = readFileSync(join(renderer, name), 'utf8')
    for (const match of script.matchAll(
      /(?:^|[;}\n])(?:import|export)\b[^'"();]*?from\s*["']\.\/([^"']+)["']|(?:^|[;}\n])import\s*["']\.\/([^"']+)["']/g,
    ))
      add(join('assets', match[1] ?? match[2] ?? ''))
  }
  for (const name of names) add(name)
  return [...found]
}
