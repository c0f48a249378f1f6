import type { Command } from './command.ts'

export const listPlugins: Command = async ({ client, print }) => {
  const plugins = await client.plugins.list()
  for (const { slug, version, state, mode, tools, path, error } of plugins) {
    print(`${slug} ${version}  ${state}, ${mode}, ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}  ${path}`)
    if (error) print(`  ${error.message} [${error.code}]`)
  }
  if (plugins.length === 0) print('No plugins.')
  return 0
}
