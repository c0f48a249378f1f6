import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool, ToolResult } from '@spora/sdk'
import { registerBuiltin } from '../../src/main/tools/register-builtin.ts'
import type { RegisteredTool } from '../../src/main/tools/registered-tool.ts'
import type { OutsideWorld } from './world.ts'

/** A word that takes a lookup longer than the app has patience at its end. */
export const SLOW = 'slow'

export interface EffectToolOptions {
  /** The effect is there, the app has not heard of it (F13). */
  readonly done: () => void
  /** Nothing is slow. */
  readonly patient: boolean
}

/** Tools whose effects are counted outside the app. */
export function effectTools(world: OutsideWorld, { done, patient }: EffectToolOptions): RegisteredTool[] {
  const tool = (name: string, effect: 'none' | 'write', asks: boolean, parameter: string) => {
    const Tool = defineTool({
      name,
      description: name,
      settings: [{ key: 'password', label: 'Password', type: 'password' }],
      operations: {
        run: {
          description: name,
          effect,
          requiresApprovalByDefault: asks,
          parameters: {
            [parameter]: { type: 'string', description: 'What.' },
            copies: { type: 'integer', description: 'How many.', default: 1 },
          },
          describe: () => name,
          execute: async (args, _agent, _task, context) => {
            world.effect({ tool: name, call: context.callId })
            done()
            if (args[parameter] === SLOW && !patient)
              await sleep(60_000, undefined, { signal: context.signal }).catch(() => {})
            return ToolResult.ok('done')
          },
        },
      },
    })
    return registerBuiltin(new Tool())
  }
  return [
    tool('lookup', 'none', false, 'word'),
    tool('note', 'write', false, 'text'),
    tool('mail', 'write', true, 'to'),
  ]
}
