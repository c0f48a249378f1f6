import type { LanguageModelV4FinishReason } from '@ai-sdk/provider'
import type { StopReason } from './model-driver.ts'

/** T4: what is there counts more than what the endpoint says about it. */
export function stopReason({ unified, raw }: LanguageModelV4FinishReason, calls: number): StopReason {
  switch (unified) {
    case 'length':
      return 'length'
    case 'content-filter':
      // OpenAI reports `stop` for a refusal, Anthropic `refusal`; a filter has a name of its own.
      return raw === 'content_filter' ? 'filter' : 'refusal'
    case 'stop':
    case 'tool-calls':
      if (calls > 0) return 'calls'
      return raw === 'pause_turn' ? 'unknown' : 'stop'
    default:
      // `model_length`, `MAX_TOKENS`: other names for the same end.
      if (/length$|^max_tokens$/i.test(raw ?? '')) return 'length'
      return calls > 0 ? 'calls' : 'unknown'
  }
}
