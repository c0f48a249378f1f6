import { quote } from '../tools/quote.ts'
import { type SkillProblem, skillError } from './skill.ts'

const KEYS = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools', '$schema']
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

type Fields = Readonly<Record<string, unknown>>

/** Everything that is wrong with what a skill says of itself, by the format of agentskills.io. */
export function checkFrontMatter(fields: Fields, folderName: string): SkillProblem[] {
  return [
    ...Object.keys(fields)
      .filter(key => !KEYS.includes(key))
      .map(key =>
        skillError(
          'UNKNOWN_TOP_LEVEL_KEY',
          key,
          `${quote(key)} is not a field of a skill. Put it under metadata. Fields: ${KEYS.join(', ')}.`,
        ),
      ),
    ...checkName(fields, folderName),
    ...checkDescription(fields),
    ...checkText(fields, 'license', 'LICENSE_INVALID'),
    ...checkCompatibility(fields),
    ...checkMetadata(fields),
    ...checkText(fields, 'allowed-tools', 'ALLOWED_TOOLS_INVALID'),
  ]
}

function checkName(fields: Fields, folderName: string): SkillProblem[] {
  if (!Object.hasOwn(fields, 'name')) return [skillError('NAME_REQUIRED', 'name', `Add "name: ${folderName}".`)]
  const { name } = fields
  if (typeof name !== 'string' || name === '' || name.length > 64)
    return [skillError('NAME_INVALID', 'name', 'name must be a text of 1 to 64 characters.')]
  if (name.includes('--'))
    return [skillError('NAME_CONSECUTIVE_HYPHEN', 'name', `name is ${quote(name)}: two hyphens stand side by side.`)]
  if (!NAME.test(name))
    return [
      skillError(
        'NAME_PATTERN',
        'name',
        `name is ${quote(name)}. Write small letters and digits, joined by single hyphens.`,
      ),
    ]
  if (name === folderName) return []
  return [
    skillError(
      'NAME_DIR_MISMATCH',
      'name',
      `name is ${quote(name)}, the folder is called ${quote(folderName)}. Make them the same.`,
    ),
  ]
}

function checkDescription(fields: Fields): SkillProblem[] {
  if (!Object.hasOwn(fields, 'description'))
    return [skillError('DESCRIPTION_REQUIRED', 'description', 'Add "description": what it helps with, and when.')]
  const { description } = fields
  if (typeof description !== 'string' || description.trim() === '')
    return [skillError('DESCRIPTION_INVALID', 'description', 'description must be a text.')]
  const bytes = Buffer.byteLength(description)
  if (bytes <= 1_024) return []
  return [
    skillError('DESCRIPTION_TOO_LONG', 'description', `description has ${bytes} bytes; 1,024 are allowed. Shorten it.`),
  ]
}

function checkText(fields: Fields, key: string, code: string): SkillProblem[] {
  const value = fields[key]
  return value === undefined || typeof value === 'string' ? [] : [skillError(code, key, `${key} must be a text.`)]
}

function checkCompatibility(fields: Fields): SkillProblem[] {
  const wrong = checkText(fields, 'compatibility', 'COMPATIBILITY_INVALID')
  const { compatibility } = fields
  if (typeof compatibility !== 'string' || [...compatibility].length <= 500) return wrong
  return [skillError('COMPATIBILITY_TOO_LONG', 'compatibility', 'compatibility may have 500 characters. Shorten it.')]
}

function checkMetadata({ metadata }: Fields): SkillProblem[] {
  if (metadata === undefined) return []
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    return [skillError('METADATA_INVALID', 'metadata', 'metadata must be a map of texts.')]
  return Object.entries(metadata)
    .filter(([, value]) => typeof value !== 'string')
    .map(([key]) =>
      skillError(
        'METADATA_VALUE_INVALID',
        `metadata.${key}`,
        `metadata.${key} must be a text. Put numbers, true and false in quotes.`,
      ),
    )
}
