import { defineTool, ToolResult } from '@spora/sdk'
import { call, say, turn } from '../src/main/orchestrator/testing/scripted-driver.ts'
import { registerBuiltin } from '../src/main/tools/register-builtin.ts'

/** The conversation of the bench: a model that adds numbers with a tool, one call a step, and says so at the end. */
export const PROMPT = 'Add the numbers from the list one by one and tell me the total.'
export const SYSTEM = `You are a careful assistant. Use the tools you are given.${' Keep answers short.'.repeat(20)}`
export const FINAL = 'The total is what the tool said last.'

export const argumentsOf = (step: number) => ({ a: step, b: step * 2, note: `step ${step} of the scripted run` })
const DETAIL = 'a result of about one hundred and fifty bytes, which is what short tools return'

export function addingTool() {
  let calls = 0
  const Add = defineTool({
    name: 'add',
    description: 'Adds two numbers and keeps a note.',
    operations: {
      add: {
        description: 'Adds.',
        effect: 'none',
        requiresApprovalByDefault: false,
        parameters: {
          a: { type: 'number', description: 'The first.' },
          b: { type: 'number', description: 'The second.' },
          note: { type: 'string', description: 'A note.' },
        },
        describe: ({ a, b }) => `Add ${a} and ${b}`,
        execute: ({ a, b, note }) => {
          calls++
          return ToolResult.ok(JSON.stringify({ ok: true, sum: Number(a) + Number(b), note, detail: DETAIL }))
        },
      },
    },
  })
  return { tool: registerBuiltin(new Add()), calls: () => calls }
}

/** What the model answers after `step` calls of `steps`. */
export function answer(step: number, steps: number) {
  return step < steps ? turn([call('add', argumentsOf(step), `call_${step}`)], `Step ${step}.`) : say(FINAL)
}
