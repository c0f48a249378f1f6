import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { readSmallFile, utf8Text } from '../storage/read-small-file.ts'
import { quote } from '../tools/quote.ts'
import { withoutFrontMatter } from './parse-skill.ts'
import { FILE_LIMIT, SKILL_FILE, type SkillFile } from './skill.ts'

const MOST_FILES = 500
const DEEPEST = 8

export type FileRead =
  | { readonly ok: true; readonly text: string; readonly bytes: number }
  | { readonly ok: false; readonly code: string; readonly sentence: string }

/** The files of a skill in their order: ordinary ones only, nothing hidden, no links. */
export function skillFiles(folder: string): SkillFile[] {
  const files: SkillFile[] = []
  walk(folder, '', 1, files)
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function walk(folder: string, below: string, depth: number, files: SkillFile[]): void {
  for (const entry of entriesOf(folder)) {
    if (entry.name.startsWith('.') || files.length >= MOST_FILES) continue
    const path = below + entry.name
    if (entry.isDirectory() && depth < DEEPEST) walk(join(folder, entry.name), `${path}/`, depth + 1, files)
    else if (entry.isFile())
      files.push({ path, bytes: statSync(join(folder, entry.name), { throwIfNoEntry: false })?.size ?? 0 })
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** One file as text. Its name comes from a model: only what is listed is opened, and only where it really lies inside. */
export function readSkillFile(folder: string, name: string): FileRead {
  if (!isPlain(name)) return refused('SKILL_PATH', `${quote(name)} is no file of a skill. ${NAMES}`)
  const listed = skillFiles(folder).find(({ path }) => path === name)
  if (!listed) return refused('SKILL_FILE_UNKNOWN', `The skill has no file ${quote(name)}. ${NAMES}`)
  const path = join(folder, ...name.split('/'))
  if (!isInside(path, folder)) return refused('SKILL_PATH', `${quote(name)} lies outside the skill.`)
  const file = readSmallFile(path, FILE_LIMIT)
  if (file.kind === 'too_large')
    return refused(
      'SKILL_FILE_TOO_LARGE',
      `${quote(name)} has ${listed.bytes} bytes; ${FILE_LIMIT} can be read at once.`,
    )
  if (file.kind !== 'bytes') return refused('SKILL_FILE_UNREADABLE', `${quote(name)} cannot be read.`)
  const text = utf8Text(file.bytes)
  if (text === null) return refused('SKILL_FILE_BINARY', `${quote(name)} is not text.`)
  return { ok: true, text: name === SKILL_FILE ? withoutFrontMatter(text) : text, bytes: file.bytes.length }
}

const NAMES = 'The operation files lists those there are.'

/** A relative path without tricks. */
function isPlain(name: string): boolean {
  if (name === '' || /[\0\\:]/.test(name)) return false
  return name.split('/').every(segment => segment !== '' && segment !== '.' && segment !== '..')
}

function isInside(path: string, folder: string): boolean {
  try {
    return realpathSync(path).startsWith(realpathSync(folder) + sep)
  } catch {
    return false
  }
}

function refused(code: string, sentence: string): FileRead {
  return { ok: false, code, sentence }
}
