import type { JsonValue } from '@spora/sdk'
import type { KnownSecrets } from '../text/known-secrets.ts'
import type { RegisteredTool, ToolOutcome } from './registered-tool.ts'

/**
 * The same tool, in whose answers the secrets of this app are replaced: a tool that repeats its password, in an error or
 * in an address, would tell it to the model and write it into the chat.
 */
export function hideSecrets(tool: RegisteredTool, secrets: Pick<KnownSecrets, 'hide' | 'hideIn'>): RegisteredTool {
  const { runner } = tool
  return {
    ...tool,
    runner: {
      async execute(invocation) {
        const progress = (fraction: number | null, text: string) => invocation.progress(fraction, secrets.hide(text))
        return hideInOutcome(await runner.execute({ ...invocation, progress }), secrets)
      },
      async describe(args) {
        const text = await runner.describe(args)
        return typeof text === 'string' ? secrets.hide(text) : text
      },
    },
  }
}

function hideInOutcome(outcome: ToolOutcome, secrets: Pick<KnownSecrets, 'hide' | 'hideIn'>): ToolOutcome {
  if (outcome.kind === 'lost') return { kind: 'lost', reason: secrets.hide(outcome.reason) }
  const { success, content, data } = outcome.result
  return { kind: 'result', result: { success, content: secrets.hide(content), data: secrets.hideIn<JsonValue>(data) } }
}
