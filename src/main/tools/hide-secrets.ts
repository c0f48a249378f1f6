import type { JsonValue } from '@spora/sdk'
import { HIDDEN_KEY } from '../../shared/key-operation.ts'
import { hideKeys } from '../text/key-looks.ts'
import type { KnownSecrets } from '../text/known-secrets.ts'
import type { RegisteredTool, ToolOutcome } from './registered-tool.ts'

type Hiding = Pick<KnownSecrets, 'hide' | 'hideIn'>

/** Whether the operator lets this operation answer with keys. */
export type MayShowKeys = (toolClass: string, operation: string) => boolean

/**
 * The same tool, in whose answers the secrets of this app are replaced: a tool that repeats its password, in an error or
 * in an address, would tell it to the model and write it into the chat. So are keys of anybody else (L7), unless the
 * operator wants them: somebody's private key in a file is no business of a model's provider.
 */
export function hideSecrets(tool: RegisteredTool, secrets: Hiding, mayShowKeys: MayShowKeys): RegisteredTool {
  const { runner, toolClass } = tool
  return {
    ...tool,
    runner: {
      ...runner,
      async execute(invocation) {
        const progress = (fraction: number | null, text: string) => invocation.progress(fraction, secrets.hide(text))
        const hiding = mayShowKeys(toolClass, invocation.operation) ? secrets : withoutKeys(secrets)
        return hideInOutcome(await runner.execute({ ...invocation, progress }), hiding)
      },
      async describe(args) {
        const text = await runner.describe(args)
        return typeof text === 'string' ? secrets.hide(text) : text
      },
    },
  }
}

function withoutKeys(secrets: Hiding): Hiding {
  return {
    hide: text => hideKeys(secrets.hide(text), HIDDEN_KEY),
    hideIn: value => keysHiddenIn(secrets.hideIn(value)),
  }
}

function keysHiddenIn<T>(value: T): T {
  if (typeof value === 'string') return hideKeys(value, HIDDEN_KEY) as T
  if (Array.isArray(value)) return withoutKeyLines(value).map(keysHiddenIn) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [hideKeys(key, HIDDEN_KEY), keysHiddenIn(item)]),
  ) as T
}

/** A private key whose lines stand in a list. */
function withoutKeyLines(items: readonly unknown[]): unknown[] {
  let inside = false
  return items.map(item => {
    if (typeof item !== 'string') return item
    const begun = inside || BEGIN.test(item)
    inside = begun && !END.test(item)
    return begun ? HIDDEN_KEY : item
  })
}

const BEGIN = /-----BEGIN [A-Z ]*PRIVATE KEY-----/
const END = /-----END [A-Z ]*PRIVATE KEY-----/

function hideInOutcome(outcome: ToolOutcome, secrets: Hiding): ToolOutcome {
  if (outcome.kind === 'lost') return { kind: 'lost', reason: secrets.hide(outcome.reason) }
  const { success, content, data } = outcome.result
  return { kind: 'result', result: { success, content: secrets.hide(content), data: secrets.hideIn<JsonValue>(data) } }
}
