import type { AbstractPlugin } from '@spora/sdk'
import type { NamedFolders } from './protocol.ts'

/** The app refuses what is more; here it only must not become large. */
const MOST_SENT = 100
const LONGEST_SENT = 1_000

/** The folders a hook names. What is wrong with the hook is said; the plugin's tools do not depend on it. */
export function namedFolders(plugin: AbstractPlugin, hook: 'skillPaths' | 'agentTemplatePaths'): NamedFolders {
  try {
    const named: unknown = plugin[hook]?.() ?? []
    if (named instanceof Promise) named.catch(() => {}) // its failure is nobody's: the sentence below says what to do
    if (!Array.isArray(named) || !named.every(path => typeof path === 'string'))
      return { paths: [], problem: `${hook}() must give a list of texts at once: paths of folders of the plugin.` }
    return { paths: named.slice(0, MOST_SENT).map(path => path.slice(0, LONGEST_SENT)), problem: null }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { paths: [], problem: `${hook}() failed: ${message.slice(0, 300)}` }
  }
}
