import { defineTool, describeToolClass, ToolResult } from '@spora/sdk'
import { onTestFinished } from 'vitest'
import { OpenAICompatibleDriver } from '../../src/main/models/openai-compatible-driver.ts'
import { World, type WorldOptions } from '../../src/main/orchestrator/testing/world.ts'
import { registeredTool } from '../../src/main/tools/create-registered-tool.ts'
import { inProcessRunner } from '../../src/main/tools/in-process-runner.ts'
import type { Arguments } from '../../src/main/tools/parse-arguments.ts'
import type { RegisteredTool } from '../../src/main/tools/registered-tool.ts'
import { startOpenAIServer } from '../model-servers/openai-server.ts'
import type { ScriptedCall } from '../model-servers/script.ts'

export const RELAY = 'office/RelayTool'

/** What reached the tool, by call: the world outside the app. */
export type Executed = Map<string, Arguments[]>

/** A plugin's tool that takes anything, with an operation that cannot be undone. `version`: of its files. */
export function relayTool(executed: Executed, version = 'files of 1.0.0', more: object = {}): RegisteredTool {
  const keep = (args: Arguments, callId: string) => {
    executed.set(callId, [...(executed.get(callId) ?? []), structuredClone(args)])
    return ToolResult.ok('Relayed.')
  }
  const Tool = defineTool({
    name: 'relay',
    description: 'Passes things on.',
    className: 'RelayTool',
    settings: [{ key: 'sender', label: 'Sender', type: 'text', exposeToLlm: true }],
    operations: {
      post: {
        description: 'Passes on what it is given.',
        parameters: {
          to: { type: 'string', description: 'Whom.' },
          body: { type: 'object', description: 'Anything.', required: false },
          copies: { type: 'integer', description: 'How many.', required: false, minimum: 0, ...more },
        },
        describe: ({ to }) => `Relay to ${to}`,
        execute: (args, _agent, _task, { callId }) => keep(args as Arguments, callId),
      },
      drop: {
        description: 'Throws everything away.',
        effect: 'destructive',
        parameters: { reason: { type: 'string', description: 'Why.', required: false } },
        describe: () => 'Throw everything away',
        execute: (args, _agent, _task, { callId }) => keep(args as Arguments, callId),
      },
    },
  })
  const runner = inProcessRunner(new Tool(), 'relay', {})
  return registeredTool({
    metadata: describeToolClass(Tool),
    slug: 'office',
    pluginName: 'Office',
    pluginVersion: '1.0.0',
    digest: version,
    runner,
  })
}

/** The real runtime on a real file, with a model behind HTTP that asks for what `next` says, once each. */
export async function relayWorld(options: WorldOptions = {}) {
  const executed: Executed = new Map()
  const script: ScriptedCall[][] = []
  const server = await startOpenAIServer(() => {
    const calls = script.shift()
    return calls ? { calls, whole: true } : { text: 'Done.', whole: true }
  })
  const driver = new OpenAICompatibleDriver({
    name: 'Wire',
    settings: { base_url: server.baseUrl, api_key: 'sk-wire', model: 'scripted-model' },
    maxOutputTokens: null,
    limits: { idleMs: 30_000, totalMs: 60_000 },
  })
  const world = new World({ ...options, driverFor: () => driver, tools: () => [relayTool(executed)] })
  onTestFinished(async () => {
    await world.close()
    await server.close()
  })
  return {
    world,
    executed,
    /** One chat in which the model asks for these calls of the tool; the text of arguments goes out as it is. */
    async chat(...calls: { readonly arguments: unknown; readonly id?: string }[]) {
      script.push(calls.map(call => ({ name: 'office__relay', ...call })))
      return world.ask()
    },
    /** As when the plugin was loaded again; null: it was switched off. */
    replace(tool: RegisteredTool | null) {
      world.parts.registry.removePlugin('office')
      if (tool) world.parts.registry.register([tool])
    },
  }
}

export type RelayWorld = Awaited<ReturnType<typeof relayWorld>>
