import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Keeps what the engine made of our scripts from one start to the next; compiling them is most of what loading them
 * costs. One folder for each build, and only the last one stays. Without a data folder, or where it cannot be written,
 * the app starts without.
 */
export function keepCompiledCode(dataFolder: string, scripts: string): void {
  try {
    const cache = join(dataFolder, 'cache')
    const build = `${Math.trunc(statSync(scripts).mtimeMs)}`
    mkdirIfMissing(cache)
    mkdirIfMissing(join(cache, build))
    for (const name of readdirSync(cache))
      if (name !== build) rmSync(join(cache, name), { recursive: true, force: true })
    enableCompileCache(join(cache, build))
  } catch {
    // It only saves time.
  }
}

function mkdirIfMissing(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
