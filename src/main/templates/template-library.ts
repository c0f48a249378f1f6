import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSmallFile } from '../storage/read-small-file.ts'
import { quote } from '../tools/quote.ts'
import { type AgentTemplate, TEMPLATE_LIMIT } from './agent-template.ts'
import type { KnownTools } from './check-tools.ts'
import { readTemplate } from './read-template.ts'
import { failure, type TemplateProblem, warning } from './template-problem.ts'
import { validateTemplate } from './validate-template.ts'

/** A folder of templates. */
export interface TemplateRoot {
  /** `core`, `user`, or a plugin's slug. */
  readonly source: string
  /** Which of several folders of its owner; none: the usual one. */
  readonly path?: string
  readonly folder: string
}

export interface FoundTemplate {
  readonly key: string
  readonly source: string
  readonly filename: string
  readonly bytes: Buffer
}

export interface JudgedTemplate {
  readonly sha256: string
  /** Null while there are errors. */
  readonly template: AgentTemplate | null
  /** What could be read although something is wrong. */
  readonly shown: Readonly<Record<string, unknown>>
  readonly errors: readonly TemplateProblem[]
  readonly warnings: readonly TemplateProblem[]
}

const MOST_TEMPLATES = 500

/** The templates on the disk, looked up each time. */
export class TemplateLibrary {
  readonly #roots: () => readonly TemplateRoot[]

  constructor(roots: () => readonly TemplateRoot[]) {
    this.#roots = roots
  }

  list(): FoundTemplate[] {
    return this.#roots().flatMap(({ source, path, folder }) =>
      templateFiles(folder).map(filename => {
        const key = [source, ...(path ? [path] : []), filename].join('/')
        const file = readSmallFile(join(folder, filename), TEMPLATE_LIMIT)
        if (file.kind === 'bytes') return { key, source, filename, bytes: file.bytes }
        // One byte too many stands for all that is too large.
        return { key, source, filename, bytes: Buffer.alloc(file.kind === 'too_large' ? TEMPLATE_LIMIT + 1 : 0) }
      }),
    )
  }

  find(key: string): FoundTemplate | undefined {
    return this.list().find(found => found.key === key)
  }
}

function templateFiles(folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
  const names = entries.filter(entry => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
  return names
    .filter(name => name.endsWith('.json'))
    .sort()
    .slice(0, MOST_TEMPLATES)
}

/** A file as a template, with everything there is to say about it, from where it comes. */
export function judgeTemplate(bytes: Uint8Array, source: string, known: KnownTools): JudgedTemplate {
  const read = readTemplate(bytes)
  if (!read.ok) return { sha256: read.sha256, template: null, shown: {}, errors: read.problems, warnings: [] }
  return { sha256: read.sha256, ...judgePayload(read.payload, source, known) }
}

export function judgePayload(payload: unknown, source: string, known: KnownTools): Omit<JudgedTemplate, 'sha256'> {
  const verdict = validateTemplate(payload, known)
  const shown = (typeof payload === 'object' && payload !== null ? payload : {}) as Readonly<Record<string, unknown>>
  const namespace = checkNamespace(shown.id, source)
  const errors = [...verdict.errors, ...namespace.filter(({ severity }) => severity === 'error')]
  const warnings = [...verdict.warnings, ...namespace.filter(({ severity }) => severity === 'warning')]
  return { template: errors.length === 0 ? (payload as AgentTemplate) : null, shown, errors, warnings }
}

/** As long as an id may be. */
const ID = 130

/** Names below `core/` are the app's; a plugin names its own after itself. */
function checkNamespace(id: unknown, source: string): TemplateProblem[] {
  if (typeof id !== 'string') return []
  const prefix = id.includes('/') ? (id.split('/')[0] as string) : null
  if (source === 'user')
    return prefix === 'core'
      ? [
          failure(
            'TEMPLATE_ID_RESERVED',
            'id',
            `Ids that begin with core/ are the app’s own. Change "id" to ${quote(id.slice('core/'.length), ID)}.`,
          ),
        ]
      : []
  if (prefix === source) return []
  const expected = `${source}/${id.split('/').at(-1)}`
  const message = `Templates from ${source} are called ${source}/…: ${quote(expected, ID)}.`
  return [warning('NAMESPACE_MISMATCH', 'id', message)]
}
