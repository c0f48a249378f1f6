import type { JsonSchema } from '@spora/sdk'
import { compileForAnthropic } from './anthropic.ts'
import type { Compiled, Dialect } from './dialect.ts'
import { compileForGemini } from './gemini.ts'
import { compileForMinimal } from './minimal.ts'
import { compileForOpenAi } from './openai.ts'
import { compileForOpenAiStrict } from './openai-strict.ts'

/** A new dialect is one file here and one line. */
export const DIALECTS = {
  openai: { label: 'OpenAI', compile: compileForOpenAi, longestDescription: 1_024 },
  openai_strict: { label: 'OpenAI strict', compile: compileForOpenAiStrict, longestDescription: 1_024, strict: true },
  anthropic: { label: 'Anthropic', compile: compileForAnthropic },
  gemini: { label: 'Gemini', compile: compileForGemini },
  minimal: { label: 'Minimal (servers on this computer)', compile: compileForMinimal },
} satisfies Record<string, Dialect>

export type DialectName = keyof typeof DIALECTS

export function compileForDialect(schema: JsonSchema, dialect: DialectName): Compiled {
  return DIALECTS[dialect].compile(schema)
}

export function longestDescription(dialect: DialectName): number {
  const { longestDescription = Number.POSITIVE_INFINITY }: Dialect = DIALECTS[dialect]
  return longestDescription
}

export function isDialect(name: unknown): name is DialectName {
  return typeof name === 'string' && Object.hasOwn(DIALECTS, name)
}
