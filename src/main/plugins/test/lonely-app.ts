/** `lonely-app.js OUT FOLDER DATA`: an app with one plugin that loops for ever, for tests that kill the app. */
import { forkNodeHost } from '../fork-node.ts'
import { PluginLog } from '../plugin-log.ts'
import { Breaker } from '../process/breaker.ts'
import { PluginProcess } from '../process/plugin-process.ts'

const [outFolder = '', folder = '', dataFolder = ''] = process.argv.slice(2)
const permissions = { net: [], fs: [], env: [] }
const manifest = {
  slug: 'loop',
  main: 'index.mjs',
  name: 'Loop',
  version: '1',
  description: '',
  author: null,
  homepage: null,
  icon: null,
  apiVersion: 1,
  permissions,
  formerly: [],
}
const fork = forkNodeHost({ outFolder })
const plugin = new PluginProcess({
  manifest,
  folder,
  dataFolder,
  log: new PluginLog(),
  breaker: new Breaker(),
  fork: options => {
    const host = fork(options)
    console.log(host.pid)
    return host
  },
})
void plugin.execute(
  {
    tool: 'LoopTool',
    arguments: {},
    agentId: 1,
    taskId: null,
    callId: 'c',
    principal: { ownerUserId: 1, runnerUserId: 1, principalId: 1, type: 'user', resolvable: true },
    settings: {},
    allow: { net: [], named: [] },
  },
  { timeoutMs: 600_000, signal: new AbortController().signal, onProgress: () => console.log('looping') },
)
