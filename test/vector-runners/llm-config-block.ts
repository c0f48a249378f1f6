import type { JsonValue, SettingInfo } from '@spora/sdk'
import { effectiveConfiguration } from '../../src/main/settings/effective-configuration.ts'
import { compareJson, deviates, type VectorRunner } from './runner.ts'

interface Line {
  readonly label: string
  readonly value: JsonValue
}

export const run: VectorRunner = ({ input, output }) => {
  const { settings: lines } = input as { settings: readonly Line[] }
  const settings = lines.map(
    ({ label }, index): SettingInfo => ({ key: `s${index}`, label, type: 'text', exposeToLlm: true }),
  )
  const values = Object.fromEntries(lines.map(({ value }, index) => [`s${index}`, value]))
  const ours = effectiveConfiguration(settings, values, { agent: () => null, skill: () => null })
  const theirs = (output as { value: string }).value
  if (ours !== theirs && ours === byRule(lines)) return deviates('C6')
  return compareJson(ours, theirs)
}

/** The reference's block with what C6 changes in it: booleans are words, and no line break or hidden character stays. */
function byRule(lines: readonly Line[]): string {
  const shown = lines.map(({ label, value }) => `- ${visible(label)}: ${visible(referenceText(value))}`)
  return lines.length === 0 ? '' : `\n[Effective Configuration]\n${shown.join('\n')}`
}

function referenceText(value: JsonValue): string {
  if (value === null || value === '') return '(not configured)'
  if (typeof value === 'boolean') return word(value)
  if (typeof value !== 'object') return String(value)
  const items = Object.values(value).map(item => (typeof item === 'boolean' ? word(item) : scalar(item)))
  return items.length === 0 ? '(not configured)' : items.join(', ')
}

function scalar(item: JsonValue): string {
  return item === null || typeof item === 'object' ? JSON.stringify(item) : String(item)
}

function word(value: boolean): string {
  return value ? 'yes' : 'no'
}

function visible(text: string): string {
  return text
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replaceAll('\t', '\\t')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, sign => `\\u{${sign.codePointAt(0)?.toString(16).toUpperCase()}}`)
}
