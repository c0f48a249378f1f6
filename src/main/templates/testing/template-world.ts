import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingInfo } from '@spora/sdk'
import type { TemplateConsent } from '../../../shared/contract/templates.ts'
import { AgentViews } from '../../agents/agent-views.ts'
import { agentWorld } from '../../agents/testing/agent-world.ts'
import { toolWith } from '../../settings/testing/setting-world.ts'
import { TemplateLibrary } from '../template-library.ts'
import { TemplateService } from '../template-service.ts'

const settings: SettingInfo[] = [
  { key: 'api_key', label: 'API Key', type: 'password' },
  { key: 'host', label: 'Host', type: 'url', default: 'https://api.example.com' },
  { key: 'timeout', label: 'Timeout', type: 'number', minimum: 1, maximum: 60 },
  { key: 'safe', label: 'Safe search', type: 'toggle', default: true },
  { key: 'region', label: 'Region', type: 'select', options: { eu: 'Europe', us: 'America' } },
  { key: 'skills', label: 'Skills', type: 'multi-select', resolveAs: 'skill' },
  { key: 'targets', label: 'Targets', type: 'multi-select' },
  { key: 'words', label: 'Words', type: 'multi-select', resolveAs: 'raw' },
  { key: 'greeting', label: 'Greeting', type: 'text', default: 'Hello' },
  { key: 'folder', label: 'Folder', type: 'path', default: '/srv/desk' },
]
/** A tool with a setting of every kind that a template may carry, and a secret. */
export const desk = toolWith(
  settings,
  [{ name: 'look', requiresApprovalByDefault: false, effect: 'none' }, { name: 'act' }],
  'desk',
)

export function templateWorld() {
  const world = agentWorld()
  const { database, registry, config, agents, activation } = world.parts
  registry.register([desk])
  const roots = [
    { source: 'core', folder: join(world.folder, 'core-templates') },
    { source: 'user', folder: join(world.folder, 'agent-templates') },
    { source: 'acme', folder: join(world.folder, 'plugins/acme/agent-templates') },
  ]
  const templates = new TemplateService({
    database,
    registry,
    config,
    agents,
    activation,
    notes: world.notes,
    agentViews: new AgentViews({ database, agents, activation, modelOf: () => null }),
    library: new TemplateLibrary(() => roots),
    hasSkill: name => name === 'tax',
    plugins: () => ['acme'],
    staysHere: () => [],
  })
  return {
    ...world,
    get parts() {
      return world.parts
    },
    templates,
    /** Puts a file into a folder of the library. */
    put(source: 'core' | 'user' | 'acme', filename: string, content: string | Uint8Array): void {
      const { folder } = roots.find(root => root.source === source) as { folder: string }
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, filename), content)
    },
    review: (template: unknown) => templates.review({ file: asFile(template) }),
    /** As the window does it: looked at first, then imported. */
    import(
      template: unknown,
      without_asking: TemplateConsent['without_asking'] = [],
      hiddenSeen = false,
      addresses: TemplateConsent['addresses'] = [],
    ) {
      const { sha256 } = templates.review({ file: asFile(template) })
      return templates.importReviewed({ file: asFile(template) }, sha256, { without_asking, addresses }, hiddenSeen)
    },
  }
}

export type TemplateWorld = ReturnType<typeof templateWorld>

export function asFile(template: unknown): string {
  const text = typeof template === 'string' ? template : JSON.stringify(template)
  return Buffer.from(text).toString('base64')
}
