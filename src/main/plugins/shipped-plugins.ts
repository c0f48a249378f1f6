import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PluginView } from '../../shared/contract/plugins.ts'
import { resolveIcon } from '../tools/icons/resolve-icon.ts'
import { type Inspection, inspectFolder } from './folder/inspect-folder.ts'

/** Every folder of the app's `plugins/`, looked at. Each is a plugin or a mistake that is worth saying. */
export async function findShipped(folder: string): Promise<Inspection[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter(entry => entry.isDirectory() && !entry.name.startsWith('.')).map(entry => entry.name)
  const found: Inspection[] = []
  for (const name of names.sort()) found.push(await inspectFolder(join(folder, name)))
  return found
}

/** How a folder that is no usable plugin is listed, with everything that is wrong. */
export function brokenShipped({ root, shown, checks }: Inspection): PluginView {
  const wrong = checks.filter(check => check.status === 'fail')
  const text = (field: string) => (typeof shown[field] === 'string' ? shown[field] : '')
  const [first] = wrong
  return {
    slug: basename(root),
    name: text('name') || basename(root),
    version: text('version') || '?',
    description: text('description'),
    icon: resolveIcon(null, null),
    path: root,
    mode: 'shipped',
    state: 'failed',
    error: {
      code: first?.code ?? 'PLUGIN_REFUSED',
      message: first?.detail ?? 'The folder cannot be loaded.',
      detail: wrong.map(check => `${check.code}: ${check.detail}`).join('\n'),
    },
    permissions: { net: [], fs: [], env: [] },
    tools: [],
    problems: [],
    loaded_at: null,
    load_ms: null,
  }
}
