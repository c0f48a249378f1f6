import type { DialectName } from '../../src/main/tools/dialects/compile-for-dialect.ts'
import { anthropicProblems } from './anthropic.ts'
import { geminiProblems } from './gemini.ts'
import { minimalProblems } from './minimal.ts'
import { openAiProblems } from './openai.ts'
import { openAiStrictProblems } from './openai-strict.ts'
import type { Sent } from './walk.ts'

/** What each provider would say of a schema, by its published rules. A new dialect needs one. */
export const PROVIDER_RULES = {
  openai: openAiProblems,
  openai_strict: openAiStrictProblems,
  anthropic: anthropicProblems,
  gemini: geminiProblems,
  minimal: minimalProblems,
} satisfies Record<DialectName, (schema: Sent | null) => string[]>
