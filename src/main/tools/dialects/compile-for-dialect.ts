import type { JsonSchema } from '@spora/sdk'
import { compileForAnthropic } from './anthropic.ts'
import type { Compiled, Dialect } from './dialect.ts'
import { compileForGemini } from './gemini.ts'
import { compileForMinimal } from './minimal.ts'
import { compileForOpenAi } from './openai.ts'
import { compileForOpenAiStrict } from './openai-strict.ts'

/** A new dialect is one file here and one line. */
export const DIALECTS = {
  openai: { label: 'OpenAI', compile: compileForOpenAi },
  openai_strict: { label: 'OpenAI strict', compile: compileForOpenAiStrict, strict: true },
  anthropic: { label: 'Anthropic', compile: compileForAnthropic },
  gemini: { label: 'Gemini', compile: compileForGemini },
  minimal: { label: 'Minimal (servers on this computer)', compile: compileForMinimal },
} satisfies Record<string, Dialect>

export type DialectName = keyof typeof DIALECTS

export function compileForDialect(schema: JsonSchema, dialect: DialectName): Compiled {
  return DIALECTS[dialect].compile(schema)
}

export function isDialect(name: unknown): name is DialectName {
  return typeof name === 'string' && Object.hasOwn(DIALECTS, name)
}
