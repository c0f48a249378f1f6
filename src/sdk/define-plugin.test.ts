import { expect, test } from 'vitest'
import { AbstractPlugin } from './abstract-plugin.ts'
import { definePlugin, pluginOf } from './define-plugin.ts'
import { defineTool } from './define-tool.ts'
import { ToolResult } from './tool-result.ts'

const EchoTool = defineTool({ name: 'echo', description: '', describe: () => '', execute: () => ToolResult.ok('') })

test('G3: all hooks but tools are optional, and say nothing by default', () => {
  class Plugin extends AbstractPlugin {
    tools() {
      return [EchoTool]
    }
  }
  for (const plugin of [pluginOf(Plugin), pluginOf(new Plugin()), pluginOf(definePlugin({ tools: [EchoTool] }))]) {
    expect(plugin.tools()).toEqual([EchoTool])
    expect(plugin.getName()).toBeNull()
    expect([plugin.agentTemplatePaths(), plugin.skillPaths(), plugin.apps()]).toEqual([[], [], []])
    expect(plugin.schemaVersion()).toBe(0)
    expect(plugin.migrationsPath()).toBeNull()
    expect([plugin.register(), plugin.boot()]).toEqual([undefined, undefined])
  }
})

test('G3: definePlugin takes values and functions', async () => {
  const calls: string[] = []
  const plugin = definePlugin({
    name: 'Acme',
    tools: () => [new EchoTool()],
    skillPaths: ['skills'],
    agentTemplatePaths: ['agent-templates'],
    schemaVersion: 2,
    migrationsPath: 'migrations',
    apps: [{ id: 'panel', title: 'Panel', entry: 'panel/index.html' }],
    register: () => void calls.push('register'),
    boot: async () => void calls.push('boot'),
  })
  await plugin.register()
  await plugin.boot()
  expect(calls).toEqual(['register', 'boot'])
  expect(plugin.getName()).toBe('Acme')
  expect(plugin.tools()[0]).toBeInstanceOf(EchoTool)
  expect([plugin.skillPaths(), plugin.agentTemplatePaths()]).toEqual([['skills'], ['agent-templates']])
  expect([plugin.schemaVersion(), plugin.migrationsPath()]).toEqual([2, 'migrations'])
  expect(plugin.apps()).toHaveLength(1)
})

test('G3: a plain object is understood, and what is no plugin is refused with a sentence', () => {
  expect(pluginOf({ tools: [EchoTool] }).tools()).toEqual([EchoTool])
  for (const wrong of [undefined, null, 5, {}, () => {}, EchoTool])
    expect(() => pluginOf(wrong)).toThrow(/is no plugin/)
})
