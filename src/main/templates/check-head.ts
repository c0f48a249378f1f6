import { plainName } from '../text/plain-name.ts'
import { nearest } from '../tools/nearest.ts'
import { quote } from '../tools/quote.ts'
import { FORMAT_VERSION } from './agent-template.ts'
import { type Fields, failure, strangers, type TemplateProblem } from './template-problem.ts'

const KEYS = ['$schema', 'id', 'name', 'description', 'version', 'agent', 'tools', 'required_plugins', 'metadata']
const ID = /^(?:[a-z0-9][a-z0-9_-]{0,63}\/)?[a-z0-9][a-z0-9_-]{0,63}$/
const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/
/** Any address of the format's schema says which version of it is meant. */
const FORMAT = /\bagent-template[-:/]v?(\d{1,6})\b/

/** What a template says about itself. */
export function checkHead(fields: Fields): TemplateProblem[] {
  return [
    ...strangers(fields, KEYS).map(key => {
      const near = nearest(key, KEYS)
      return failure(
        'UNKNOWN_TOP_LEVEL_KEY',
        key,
        `${quote(key)} is not a field of a template.${near ? ` Did you mean ${quote(near)}?` : ` Fields: ${KEYS.join(', ')}.`}`,
      )
    }),
    ...checkFormat(fields.$schema),
    ...checkText(fields, 'id', ID, 'like "research/reader": small letters, digits, "-" and "_"'),
    ...checkName(fields),
    ...checkDescription(fields),
    ...checkText(fields, 'version', VERSION, 'like "1.0.0"'),
  ]
}

function checkFormat(schema: unknown): TemplateProblem[] {
  const version = typeof schema === 'string' ? Number(FORMAT.exec(schema)?.[1] ?? FORMAT_VERSION) : FORMAT_VERSION
  if (version <= FORMAT_VERSION) return []
  return [
    failure(
      'TEMPLATE_VERSION',
      '$schema',
      `The template is written in version ${version} of the format; this app reads version ${FORMAT_VERSION}. Update the app, or export the template for version ${FORMAT_VERSION}.`,
    ),
  ]
}

function checkText(fields: Fields, key: 'id' | 'version', pattern: RegExp, form: string): TemplateProblem[] {
  const code = key.toUpperCase()
  if (!Object.hasOwn(fields, key)) return [failure(`${code}_REQUIRED`, key, `Add ${quote(key)}, ${form}.`)]
  const value = fields[key]
  if (typeof value !== 'string' || value === '')
    return [failure(`${code}_INVALID`, key, `${quote(key)} must be text ${form}.`)]
  if (pattern.test(value) && value.length <= 130) return []
  return [failure(`${code}_PATTERN`, key, `${quote(key)} is ${quote(value)}. It must be ${form}.`)]
}

function checkName(fields: Fields): TemplateProblem[] {
  if (!Object.hasOwn(fields, 'name')) return [failure('NAME_REQUIRED', 'name', 'Add "name", what the agent is called.')]
  const { name } = fields
  const fits = typeof name === 'string' && plainName(name) !== '' && [...name].length <= 200
  return fits ? [] : [failure('NAME_INVALID', 'name', '"name" must be a text of 1 to 200 characters that can be seen.')]
}

function checkDescription({ description }: Fields): TemplateProblem[] {
  const fits = description === undefined || (typeof description === 'string' && [...description].length <= 1_000)
  return fits
    ? []
    : [failure('DESCRIPTION_INVALID', 'description', '"description" must be a text of at most 1,000 characters.')]
}
