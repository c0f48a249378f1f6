import type { JsonSchema } from '@spora/sdk'
import { compileForAnthropic } from './anthropic.ts'
import type { Compiled, DialectCompiler } from './dialect.ts'
import { compileForOpenAi } from './openai.ts'

/** A new dialect is one file here and one line. */
export const DIALECTS = {
  openai: compileForOpenAi,
  anthropic: compileForAnthropic,
} satisfies Record<string, DialectCompiler>

export type DialectName = keyof typeof DIALECTS

export function compileForDialect(schema: JsonSchema, dialect: DialectName): Compiled {
  return DIALECTS[dialect](schema)
}
