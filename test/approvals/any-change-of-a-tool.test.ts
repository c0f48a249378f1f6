import type { JsonValue, ToolMetadata } from '@spora/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { call, turn } from '../../src/main/orchestrator/testing/scripted-driver.ts'
import { decisionOn, World } from '../../src/main/orchestrator/testing/world.ts'
import type { RegisteredTool } from '../../src/main/tools/registered-tool.ts'
import { toolFingerprint } from '../../src/main/tools/tool-fingerprint.ts'
import type { CallView } from '../../src/shared/contract/calls.ts'
import { RELAY, relayTool } from './relay-world.ts'

type Path = readonly (string | number)[]

/** Every place in the declaration where something stands, at any depth. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Object.entries(value).flatMap(([key, item]) =>
    leaves(item, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return [path, ...inside].slice(path.length === 0 ? 1 : 0)
}

const another = (value: unknown): JsonValue => {
  if (typeof value === 'string') return `${value} `
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return [...value, 'more']
  return value === null || value === undefined ? 'something' : { ...value, more: 1 }
}

function withChanged(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return another(value)
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  copy[key] = withChanged(copy[key], rest)
  return copy
}

/** Fingerprints of the same tool with one thing different, by what that is. */
function changedFingerprints({ metadata }: RegisteredTool): [string, string][] {
  const of = (declared: unknown, version = '1.0.0', files = 'files of 1.0.0', toolClass = RELAY) =>
    toolFingerprint(toolClass, declared as ToolMetadata, version, files)
  return [
    ...leaves(metadata).map((path): [string, string] => [path.join('.'), of(withChanged(metadata, path))]),
    ['a member nobody knows yet', of({ ...metadata, danger: true })],
    ['the version of the plugin', of(metadata, '1.0.1')],
    ['the files of the plugin', of(metadata, '1.0.0', 'files of 1.0.1')],
    ['its class', of(metadata, '1.0.0', 'files of 1.0.0', 'other/RelayTool')],
  ]
}

test('T-APPR-05: “always allow” does not count after any change of the tool, until somebody has looked at it', async () => {
  const tool = relayTool(new Map())
  const world = new World({ tools: () => [tool] })
  onTestFinished(() => world.close())
  const post = () => world.driver.add(turn([call('office__relay', { action: 'post', to: 'Ada' })]))
  const ask = async () => {
    post()
    const task = await world.ask()
    return { task, shown: world.calls(task.id)[0] as CallView }
  }
  const install = (fingerprint: string) => {
    world.parts.registry.removePlugin('office')
    world.parts.registry.register([{ ...tool, fingerprint }])
  }
  const { task, shown } = await ask()
  await world.service.approve(task.id, [{ ...decisionOn(shown, 'approve'), remember: { scope: 'always' } }], 1)
  await world.settled(task.id)
  expect((await ask()).shown).toMatchObject({ state: 'succeeded', rule: { verdict: 'allow' } })

  const changes = changedFingerprints(tool)
  expect(new Set([tool.fingerprint, ...changes.map(([, fingerprint]) => fingerprint)]).size).toBe(changes.length + 1)
  for (const [what, fingerprint] of changes) {
    install(fingerprint)
    const [rule] = world.service.rules.list()
    const after = await ask()
    expect([what, rule?.state, after.shown.state]).toEqual([what, 'tool_changed', 'awaiting'])
    world.service.abort(after.task.id)
  }
  console.log(`T-APPR-05: ${changes.length} changes of one tool, after each the rule asks`)

  world.service.rules.review(world.service.rules.list()[0]?.id ?? 0)
  expect((await ask()).shown).toMatchObject({ state: 'succeeded', rule: { state: 'active' } })
})
