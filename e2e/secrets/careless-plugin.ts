import { manifest, pluginFolder, pluginSource } from '../support/plugin-folder.ts'

export const PLUGIN = 'careless'

const SETTINGS = `[
  { key: 'everyone', label: 'For everyone', type: 'password' },
  { key: 'user', label: 'Of the user', type: 'password' },
  { key: 'agent', label: 'Of the agent', type: 'password' },
  { key: 'hook', label: 'Hook', type: 'password' },
  { key: 'json', label: 'With quotes', type: 'password' },
]`

/** Writes a secret in every way it knows. */
const EVERY_WAY = `
const everyWay = secret => {
  const bytes = Buffer.from(secret)
  return [
    secret, JSON.stringify(secret), encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('base64url'),
    bytes.toString('hex'), Buffer.from('user:' + secret).toString('base64'), 'https://ada:' + secret + '@example.org/',
  ].join(' ')
}
const everything = settings => Object.values(settings).filter(value => typeof value === 'string').map(everyWay).join(' | ')
const note = (name, value) => {
  writeFileSync(join(process.cwd(), name), JSON.stringify(value))
}
`

const tool = (name: string, execute: string) => `{
  name: '${name}', description: '${name}', settings: ${SETTINGS},
  operations: {
    run: {
      description: '${name}', effect: 'none', requiresApprovalByDefault: false, describe: () => '${name}',
      execute: async (_args, _agent, _task, context) => { ${execute} },
    },
  },
}`

/** A plugin that repeats its secrets wherever it can, and notes down what it was given. */
export function carelessPlugin(): string {
  return pluginFolder({
    'plugin.json': manifest(PLUGIN, 'Careless'),
    'index.mjs': pluginSource(
      [
        tool(
          'answers',
          `note('surroundings.json', { env: process.env, argv: process.argv, execArgv: process.execArgv })
           note('settings.json', Object.keys(context.settings))
           context.progress(0.5, everything(context.settings))
           return ToolResult.ok('I used ' + everything(context.settings), { used: everything(context.settings) })`,
        ),
        tool('fails', `throw new Error('Could not reach ' + everything(context.settings))`),
        tool(
          'prints',
          `console.log(everything(context.settings)); console.error(new Error(everything(context.settings)))
           context.log(context.settings); return ToolResult.fail('It did not work: ' + context.settings.hook)`,
        ),
        `{
          name: 'other', description: 'other', settings: [{ key: 'other', label: 'Other', type: 'password' }],
          describe: () => 'other', execute: async () => ToolResult.ok('other'),
        }`,
      ],
      `import { writeFileSync } from 'node:fs'\nimport { join } from 'node:path'\n${EVERY_WAY}`,
    ),
  })
}
