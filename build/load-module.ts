import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { decorators } from './decorators.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/spora/bundles')

export interface BundleOptions {
  /** Put the npm packages into the bundle too, for a process that may not read node_modules. */
  readonly standalone?: boolean
  /** What else sources pass through, before anything reads them. */
  readonly plugins?: readonly Plugin[]
}

/**
 * Bundles sources of this project as its build does (decorators, `?raw`, `@spora/sdk`), into a folder that goes with
 * this process. `entries`: the names of the results, without `.js`, and the sources, from the project's root. Answers
 * the folder.
 */
export async function bundle(entries: Readonly<Record<string, string>>, options: BundleOptions = {}): Promise<string> {
  mkdirSync(cache, { recursive: true })
  removeLeftOvers()
  // Below node_modules, so that the packages that stay outside are found. A new one each time: tests run side by side.
  const outDir = mkdtempSync(join(cache, `${process.pid}-`))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [...(options.plugins ?? []), decorators()],
    resolve: { alias: { '@spora/sdk': join(root, 'src/sdk/index.ts') } },
    ssr: { noExternal: options.standalone ? true : undefined },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: {
        external: ['better-sqlite3'], // finds its native part beside itself
        input: { ...entries },
        output: { entryFileNames: '[name].js' },
        preserveEntrySignatures: 'strict',
      },
    },
  })
  return outDir
}

/** The path of one bundled source, for a process of its own. */
export async function bundleModule(source: string): Promise<string> {
  const name = basename(source).replace(/\.[^.]+$/, '')
  return join(await bundle({ [name]: source }), `${name}.js`)
}

/** Runs project sources in a script: what `source` exports. */
export async function loadModule<Module>(source: string): Promise<Module> {
  return (await import(pathToFileURL(await bundleModule(source)).href)) as Module
}

/** Of processes that were killed. */
function removeLeftOvers(): void {
  for (const name of readdirSync(cache))
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(cache, name), { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
