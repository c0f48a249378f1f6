import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A temporary folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'spora-plugin-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const MANIFEST = { slug: 'sample', name: 'Sample', version: '1.0.0' }

export const ECHO = `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
const Echo = defineTool({
  name: 'echo',
  description: 'Gives back what it is given.',
  parameters: { text: { type: 'string', description: 'The text.' } },
  describe: ({ text }) => \`Echo “\${text}”\`,
  execute: async ({ text }) => ToolResult.ok(text),
})
export default definePlugin({ tools: [Echo] })
`

/** Writes a plugin's folder: path to content. Without a plugin.json of its own it gets an ordinary one. */
export function pluginFolder(
  files: Readonly<Record<string, string | Buffer | object>> = {},
  folder = temporaryFolder(),
): string {
  const all = { 'plugin.json': MANIFEST, 'index.mjs': ECHO, ...files }
  for (const [path, content] of Object.entries(all)) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(
      target,
      typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content, null, 2),
    )
  }
  return folder
}
