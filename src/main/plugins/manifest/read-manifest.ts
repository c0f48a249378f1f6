import { join } from 'node:path'
import { fail } from '../check.ts'
import { MANIFEST_LIMIT, type ParsedManifest, parseManifest } from './parse-manifest.ts'
import { MANIFEST_FILE } from './plugin-manifest.ts'
import { readTextFile, type TextFile } from './read-text-file.ts'

type Problem = Exclude<TextFile['kind'], 'text'>

const PROBLEMS: Record<Problem, { code: string; title: string; detail: string }> = {
  missing: {
    code: 'MANIFEST_MISSING',
    title: 'There is no plugin.json',
    detail: 'A plugin has a plugin.json in the root of its folder. Choose the folder that holds it, or write one.',
  },
  not_regular: {
    code: 'NOT_REGULAR_FILE',
    title: 'plugin.json is not a file',
    detail: 'plugin.json is a folder, a pipe, a socket or a device. Put an ordinary file there.',
  },
  link: {
    code: 'PLUGIN_SYMLINK',
    title: 'plugin.json is a link',
    detail: 'plugin.json points somewhere else. Copy the file itself into the folder.',
  },
  too_large: {
    code: 'MANIFEST_TOO_LARGE',
    title: 'plugin.json is too large',
    detail: `plugin.json may have ${MANIFEST_LIMIT / 1000} kB. Move what does not belong there to files of its own.`,
  },
  not_utf8: {
    code: 'MANIFEST_NOT_UTF8',
    title: 'plugin.json is not UTF-8',
    detail: 'Save plugin.json as UTF-8 in your editor.',
  },
  unreadable: {
    code: 'FILE_UNREADABLE',
    title: 'plugin.json cannot be read',
    detail: 'The system refuses to read plugin.json. Look at the rights of the file.',
  },
}

export async function readManifest(folder: string): Promise<ParsedManifest> {
  const file = await readTextFile(join(folder, MANIFEST_FILE), MANIFEST_LIMIT)
  if (file.kind === 'text') return parseManifest(file.text.replace(/^\ufeff/, ''))
  const { code, title, detail } = PROBLEMS[file.kind]
  return { manifest: null, shown: {}, positions: null, checks: [fail(code, title, detail, { file: MANIFEST_FILE })] }
}
