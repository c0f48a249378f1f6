import { quote } from '../tools/quote.ts'
import { type Fields, failure, isFields, strangers, type TemplateProblem, warning } from './template-problem.ts'

/** What each field may say; an icon is the name of a bundled one. */
const KNOWN = {
  category: ['general', 'productivity', 'research', 'communication', 'media', 'data', 'automation'],
  icon: null,
  archetype: ['assistant', 'researcher', 'analyst', 'writer', 'coder', 'explorer', 'advisor', 'creative'],
  variant_key: ['v0', 'v1', 'v2'],
  palette_key: ['slate', 'red', 'orange', 'amber', 'green', 'teal', 'blue', 'indigo', 'violet', 'pink'],
} as const
const KEYS = Object.keys(KNOWN) as (keyof typeof KNOWN)[]
/** No drawing, no address, no path data: nothing that would have to be looked at or fetched. */
const ICON_NAME = /^[A-Za-z0-9_-]{0,64}$/

/** How the template is shown. Null counts as left out; unknown words are kept and not used. */
export function checkMetadata(fields: Fields): TemplateProblem[] {
  if (!Object.hasOwn(fields, 'metadata')) return []
  const { metadata } = fields
  if (!isFields(metadata)) return [failure('METADATA_NOT_OBJECT', 'metadata', '"metadata" must be an object.')]
  return [
    ...strangers(metadata, KEYS).map(key =>
      failure(
        'UNKNOWN_METADATA_KEY',
        `metadata.${key}`,
        `metadata has no field ${quote(key)}. It has ${KEYS.join(', ')}.`,
      ),
    ),
    ...KEYS.flatMap(key => checkField(key, metadata[key])),
  ]
}

function checkField(key: keyof typeof KNOWN, value: unknown): TemplateProblem[] {
  if (value === undefined || value === null) return []
  const path = `metadata.${key}`
  const code = `METADATA_${key.toUpperCase()}`
  if (typeof value !== 'string') return [failure(`${code}_TYPE`, path, `${path} must be text.`)]
  const words: readonly string[] | null = KNOWN[key]
  if (words === null)
    return ICON_NAME.test(value)
      ? []
      : [
          failure(
            'ICON_INVALID',
            path,
            `${path} must be the name of a bundled icon, such as "bot": no drawing, no address.`,
          ),
        ]
  if (words.includes(value)) return []
  return [
    warning(
      `${code}_UNKNOWN`,
      path,
      `${path} is ${quote(value)}, which means nothing here. Known: ${words.join(', ')}.`,
    ),
  ]
}
