import { asFields } from '../../src/main/builtin/agent/agent-fields.ts'
import { payloadProblem, readNewAgent } from '../../src/main/builtin/agent/new-agent.ts'
import { unwrapSingleItem } from '../../src/main/builtin/agent/tool-changes.ts'
import { isListOfStrings } from '../../src/main/templates/list-of-strings.ts'
import { compareJson, deviates, matched, skipped, unexplained, type Vector, type VectorRunner } from './runner.ts'

type Input =
  | { readonly method: 'validateCreateAgentPayload'; readonly arguments: Readonly<Record<string, unknown>> }
  | {
      readonly method: 'isListOfStrings' | 'unwrapSingleItemArray' | 'createAgentPayloadErrors'
      readonly value: unknown
    }

type Output = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

export const run: VectorRunner = vector => {
  const input = vector.input as Input
  const output = vector.output as Output
  switch (input.method) {
    case 'validateCreateAgentPayload':
      return newAgent(input.arguments, output, vector)
    case 'createAgentPayloadErrors': {
      const { value } = input
      const fields = Array.isArray(value) ? {} : asFields(value)
      return verdict(fields !== null && payloadProblem(fields) === null, output, vector)
    }
    case 'isListOfStrings':
      return output.ok && isListOfStrings(input.value) === output.value ? matched : emptyOrIndexed(vector, input.value)
    case 'unwrapSingleItemArray': {
      if (!output.ok) return unexplained('the reference failed')
      const compared = compareJson(unwrapSingleItem(input.value), output.value)
      return compared.kind === 'matched' ? matched : emptyOrIndexed(vector, input.value)
    }
    default:
      return unexplained(`no method ${String((input as Input).method)}`)
  }
}

function newAgent(args: Readonly<Record<string, unknown>>, output: Output, vector: Vector) {
  const ours = readNewAgent(args)
  if (ours.ok && output.ok) {
    const { name, description, system_prompt, ...limits } = ours.value
    // Ours has no such field: the model is not an agent's to choose (A2).
    const value = { name, description, system_prompt, llm_driver_config_id: null, ...limits }
    return compareJson(value, output.value)
  }
  return verdict(ours.ok, output, vector, args)
}

function verdict(ok: boolean, output: Output, vector: Vector, args: Readonly<Record<string, unknown>> = {}) {
  if (ok === output.ok) return matched
  const payload = asFields(args.payload) ?? {}
  // A2: everything is checked; what is of the wrong type is refused, not dropped.
  if (!ok && vector.suspect && isLoose(payload)) return deviates('A2')
  // 12.1: lengths are counted in characters, as the message of the reference says too.
  if (ok && vector.suspect && typeof payload.name === 'string' && [...payload.name].length <= 200)
    return deviates('12.1')
  if (ok && String(vector.hazard).startsWith('integral-float')) return skipped('integral-float: 5.0 is 5 in JSON')
  return unexplained(`ours ${ok}, theirs ${output.ok}`)
}

/** Texts of another type, an `agent` that is no object, a name of unseen characters. */
function isLoose({ name, description, system_prompt: prompt, agent }: Readonly<Record<string, unknown>>): boolean {
  const isText = (value: unknown) => value === undefined || value === null || typeof value === 'string'
  return (
    !isText(description) ||
    !isText(prompt) ||
    (agent !== undefined && agent !== null) ||
    (typeof name === 'string' && name.trim() === '')
  )
}

function emptyOrIndexed({ hazard }: Vector, value: unknown) {
  const reason = String(hazard)
  if (reason.startsWith('empty-object')) return skipped('empty-object: PHP reads {} as an empty list')
  if (reason.startsWith('integer-like-key')) return skipped('integer-like-key: PHP reads {"0": …} as a list')
  return unexplained(`ours differs for ${JSON.stringify(value)}`)
}
