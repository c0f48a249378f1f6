import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newFolder } from './launch-app.ts'

/** A plugin's folder of these files; objects are written as JSON. */
export function pluginFolder(files: Readonly<Record<string, string | object>>, folder = newFolder()): string {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  return folder
}

export const manifest = (slug: string, name = slug) => ({ slug, name, version: '1.0.0' })

/** The source of a plugin with tools written as `defineTool` takes them. */
export const pluginSource = (tools: readonly string[], top = ''): string => `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
${top}
export default definePlugin({ tools: [${tools.map(tool => `defineTool(${tool})`).join(', ')}] })
`

export const ECHO = `{
  name: 'echo',
  displayName: 'Echo',
  description: 'Gives back what it is given.',
  parameters: { text: { type: 'string', description: 'The text.' } },
  describe: ({ text }) => 'Echo ' + text,
  execute: async ({ text }) => ToolResult.ok(text),
}`
