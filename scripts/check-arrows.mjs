// The import arrows of docs/architecture.md: which folder may import which. Prints each offending line; exits 1 on any.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lowest = ['src/main/storage', 'src/main/events', 'src/main/text', 'src/sdk', 'src/shared']

/** folder -> the folders of ours it may import (itself always), and the packages when they are limited. Longest match wins. */
const ARROWS = {
  'src/shared': { ours: [], packages: ['zod', '@orpc/contract'] },
  'src/sdk': { ours: [], packages: [] },
  'src/preload': { ours: ['src/shared'], packages: ['electron'] },
  'src/renderer': { ours: ['src/shared'], never: ['electron', 'better-sqlite3', 'node:'] },
  'src/main/events': { ours: ['src/shared'] },
  'src/main/text': { ours: [] },
  'src/main/net': { ours: ['src/main/text'] },
  'src/main/storage': { ours: ['src/shared', 'src/sdk'] },
  'src/main/builtin': { ours: ['src/sdk'] },
  'src/main/tools': { ours: [...lowest, 'src/main/models/model-driver.ts'] },
  'src/main/settings': { ours: [...lowest, 'src/main/tools'] },
  'src/main/models': { ours: [...lowest, 'src/main/tools', 'src/main/settings'] },
  'src/main/plugins': { ours: [...lowest, 'src/main/net', 'src/main/tools', 'src/main/settings'] },
  'src/main/people': { ours: lowest },
  'src/main/agents': { ours: [...lowest, 'src/main/tools', 'src/main/settings'] },
  'src/main/skills': { ours: [...lowest, 'src/main/tools'] },
  'src/main/templates': { ours: [...lowest, 'src/main/tools', 'src/main/settings', 'src/main/agents'] },
  'src/main/orchestrator': {
    ours: [...lowest, 'src/main/agents', 'src/main/settings', 'src/main/tools', 'src/main/models', 'src/main/plugins'],
  },
  'src/main/api': { ours: ['src/main', 'src/shared', 'src/sdk'], notOurs: ['src/main/desktop'], never: ['electron'] },
  'src/main/desktop': { ours: ['src/main', 'src/shared'] },
  'src/main/start.ts': { ours: ['src/main/desktop', 'src/main/storage', 'src/main/index.ts'] },
  'src/main/index.ts': { ours: ['src/main', 'src/shared'] },
  'src/main': {
    ours: ['src/main', 'src/shared', 'src/sdk', 'package.json'],
    notOurs: ['src/main/desktop'],
    never: ['electron'],
  },
}
/** Only these may import electron. */
const ELECTRON = ['src/main/desktop', 'src/main/start.ts', 'src/main/index.ts', 'src/preload']
/** In these folders, a folder never imports the folder beside it. */
const SIBLINGS = ['src/main/builtin', 'src/renderer/screens', 'plugins']

const inside = (file, folder) => file === folder || file.startsWith(`${folder}/`)
const ruleOf = file =>
  Object.keys(ARROWS)
    .filter(folder => inside(file, folder))
    .sort((a, b) => b.length - a.length)[0]

function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) {
      if (!['node_modules', 'testing', 'test'].includes(name)) yield* sources(path)
    } else if (/\.(ts|tsx|mjs|js)$/.test(name) && !/\.test\.(ts|tsx|mjs)$/.test(name)) yield path
  }
}

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/gm

function target(from, specifier) {
  if (specifier === '@spora/sdk') return 'src/sdk/index.ts'
  if (!specifier.startsWith('.')) return undefined
  const path = resolve(dirname(join(root, from)), specifier.replace(/\?.*$/, ''))
  const found = [path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find(
    candidate => existsSync(candidate) && statSync(candidate).isFile(),
  )
  return relative(root, found ?? path)
    .split(sep)
    .join('/')
}

const problems = []
const edges = new Map()
const files = [
  ...sources(join(root, 'src')),
  ...(existsSync(join(root, 'plugins')) ? sources(join(root, 'plugins')) : []),
]
for (const path of files) {
  const file = relative(root, path).split(sep).join('/')
  const text = readFileSync(path, 'utf8')
  const folder = ruleOf(file)
  const rule = ARROWS[folder]
  for (const match of text.matchAll(IMPORT)) {
    const specifier = match[2] ?? match[3]
    const line = text.slice(0, match.index + match[0].search(/\S/)).split('\n').length
    const report = why => problems.push(`${file}:${line}  ${match[0].trim().replace(/\s+/g, ' ')}\n    ${why}`)
    const to = target(file, specifier)
    if (to === undefined) {
      if (specifier === 'electron' && !ELECTRON.some(place => inside(file, place)))
        report('only desktop and preload import electron')
      else if (rule?.packages && !rule.packages.some(name => specifier === name || specifier.startsWith(`${name}/`)))
        report(`${folder} may import only ${rule.packages.join(', ') || 'no package'}`)
      else if (rule?.never?.some(name => specifier === name || specifier.startsWith(name)))
        report(`${folder} may not import ${specifier}`)
      continue
    }
    const siblings = SIBLINGS.find(place => inside(file, place))
    if (siblings && inside(to, siblings)) {
      const own = file.slice(siblings.length + 1).split('/')
      const other = to.slice(siblings.length + 1).split('/')
      if (own.length > 1 && other.length > 1 && own[0] !== other[0])
        report(`${siblings}/${own[0]} may not reach into its sibling ${other[0]}`)
    }
    if (rule) {
      const home = folder.endsWith('.ts') ? undefined : folder
      const typeOnlyShared = folder === 'src/sdk' && match[1] && inside(to, 'src/shared')
      const allowed =
        (home && inside(to, home) && ruleOf(to) === folder) ||
        rule.ours.some(place => inside(to, place)) ||
        typeOnlyShared
      if (!allowed || rule.notOurs?.some(place => inside(to, place))) report(`${folder} may not import ${to}`)
    }
    if (!match[1]) edges.set(file, (edges.get(file) ?? new Set()).add(to))
  }
}
for (const [file, targets] of edges)
  for (const to of targets)
    if (file < to && edges.get(to)?.has(file))
      problems.push(`${file} and ${to} import each other: one idea in two places`)

if (problems.length > 0) {
  console.error(
    `${problems.length} import${problems.length === 1 ? '' : 's'} against the arrows of docs/architecture.md:\n`,
  )
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`Import arrows: ${files.length} files, none against them.`)
