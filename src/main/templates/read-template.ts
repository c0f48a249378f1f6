import { createHash } from 'node:crypto'
import { utf8Text } from '../storage/read-small-file.ts'
import { type JsonProblemKind, readStrictJson } from '../tools/strict-json.ts'
import { TEMPLATE_LIMIT } from './agent-template.ts'
import { failure, type TemplateProblem } from './template-problem.ts'

export type TemplateRead =
  | { readonly ok: true; readonly payload: unknown; readonly sha256: string }
  | { readonly ok: false; readonly problems: readonly TemplateProblem[]; readonly sha256: string }

const CODES: Record<JsonProblemKind, string> = {
  syntax: 'TEMPLATE_JSON',
  number: 'TEMPLATE_JSON',
  duplicate_key: 'TEMPLATE_DUPLICATE_KEY',
  forbidden_key: 'TEMPLATE_FORBIDDEN_KEY',
  text: 'TEMPLATE_TEXT',
  too_deep: 'TEMPLATE_SCHEMA',
  too_large: 'TEMPLATE_TOO_LARGE',
}

/** A template's file as the value that its text shows, or everything that keeps it from being one (B170, B182). */
export function readTemplate(bytes: Uint8Array): TemplateRead {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const refused = (...problems: TemplateProblem[]): TemplateRead => ({ ok: false, problems, sha256 })
  if (bytes.length > TEMPLATE_LIMIT)
    return refused(
      failure('TEMPLATE_TOO_LARGE', undefined, `A template may have ${TEMPLATE_LIMIT / 1000} kB. Shorten its texts.`),
    )
  const text = utf8Text(bytes)
  if (text === null)
    return refused(failure('TEMPLATE_NOT_UTF8', undefined, 'The file is not UTF-8 text. Save it as UTF-8.'))
  if (text.trim() === '') return refused(failure('TEMPLATE_JSON', undefined, 'The file is empty.'))
  const read = readStrictJson(text, { maxBytes: TEMPLATE_LIMIT, maxDepth: 16 })
  if (read.ok) return { ok: true, payload: read.value, sha256 }
  return refused(
    ...read.problems.map(({ kind, message, path }) =>
      failure(CODES[kind], path === '' ? undefined : path.slice(1).replaceAll('/', '.'), message),
    ),
  )
}
