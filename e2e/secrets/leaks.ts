import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../build/load-module.ts'

export interface Leak {
  /** Where the scan must find it. */
  readonly sink: string
  readonly changes: readonly { readonly file: string; readonly from: string; readonly to: string }[]
}

const KEYS = 'JSON.stringify(models.list().map(({ id }) => models.decodeSettings(id)))'

/** Mistakes somebody could make, one a sink. */
export const LEAKS: readonly Leak[] = [
  {
    sink: 'results',
    changes: [
      {
        file: 'src/main/tools/hide-secrets.ts',
        from: 'return hideInOutcome(await runner.execute({ ...invocation, progress }), hiding)',
        to: 'return await runner.execute({ ...invocation, progress })',
      },
    ],
  },
  {
    sink: 'ipc',
    changes: [
      {
        file: 'src/main/settings/tool-config-service.ts',
        from: 'secret_store: this.#parts.vault.info.name',
        to: 'secret_store: JSON.stringify(effective)',
      },
    ],
  },
  {
    sink: 'logs',
    changes: [
      { file: 'src/main/log/create-logger.ts', from: 'hideSecretLooks(hide(text))', to: 'text' },
      {
        file: 'src/main/compose.ts',
        from: 'backups.start()',
        to: `backups.start(); setInterval(() => log.error(new Error(${KEYS})), 300).unref()`,
      },
    ],
  },
  {
    sink: 'models',
    changes: [
      {
        file: 'src/main/models/http/model-fetch.ts',
        from: '          body,\n          signal',
        to: 'body: JSON.stringify({ ...JSON.parse(body), user: endpoint.secrets[0] }), signal',
      },
    ],
  },
  {
    sink: 'exports',
    changes: [
      {
        file: 'src/main/api/templates.ts',
        from: 'exportAgent: os.templates.exportAgent.handler(({ input }) => exported(input))',
        to: 'exportAgent: os.templates.exportAgent.handler(({ input }) => ({ ...exported(input), left_out: [String(process.env.HTTP_PROXY)] }))',
      },
    ],
  },
  {
    sink: 'child',
    changes: [
      {
        file: 'src/main/plugins/host-environment.ts',
        from: "{ SPORA_PLUGIN_HOST: '1', LANG: 'C.UTF-8' }",
        to: "{ ...(process.env as Record<string, string>), SPORA_PLUGIN_HOST: '1' }",
      },
    ],
  },
  {
    sink: 'diagnostics',
    changes: [
      { file: 'src/main/api/diagnostics.ts', from: 'return secrets.hide(', to: 'return String(' },
      {
        file: 'src/main/api/diagnostics.ts',
        from: 'tools: registry.list().length',
        to: `tools: ${KEYS}`,
      },
    ],
  },
  {
    sink: 'files',
    changes: [
      {
        file: 'src/main/settings/secret-fields.ts',
        from: 'updated_at: now() } }\n}\n\n/** A secret that is there no more',
        to: 'updated_at: now() + plain } }\n}\n\n/** A secret that is there no more',
      },
    ],
  },
  {
    sink: 'heap',
    changes: [
      {
        file: 'src/main/api/system.ts',
        from: 'secret_store: secretStore(vault.info)',
        to: 'secret_store: { ...secretStore(vault.info), detail: String(process.env.HTTP_PROXY) }',
      },
    ],
  },
  {
    sink: 'errors',
    changes: [
      { file: 'src/main/api/api-error.ts', from: 'secrets.hide(error.message)', to: 'error.message' },
      {
        file: 'src/main/settings/tool-config-service.ts',
        from: 'if (row.revision !== revision) throw conflict(tool, row.revision)',
        to: "if (row.revision !== revision) throw new SporaError('REVISION_CONFLICT', JSON.stringify(this.getEffectiveSettings(toolClass, null, 1)))",
      },
    ],
  },
]

/** Plugins' processes are the same in all of them. */
let host: Promise<string> | undefined

/** The build of an app with the mistakes in it; its page is the real one. */
export async function buildWith(leaks: readonly Leak[]): Promise<string> {
  const left = new Set(leaks.flatMap(({ changes }) => changes))
  const out = await bundle(
    { 'main/serve': 'src/main/serve.ts', 'main/page-worker': 'src/main/builtin/read-url/page-worker.ts' },
    { plugins: [{ name: 'spora:leak', enforce: 'pre', transform: (code, id) => changed(code, id, left) }] },
  )
  if (left.size > 0) throw new Error(`Not in the build: ${[...left].map(({ file }) => file).join(', ')}`)
  host ??= bundle(
    { 'main/plugin-host': 'src/main/plugins/host/plugin-host.ts', 'sdk/index': 'src/sdk/index.ts' },
    { standalone: true },
  )
  cpSync(await host, out, { recursive: true })
  symlinkSync(join(import.meta.dirname, '../../out/renderer'), join(out, 'renderer'))
  return out
}

/** Makes the changes that belong to this file, and takes them from those that are `left`. */
function changed(code: string, id: string, left: Set<Leak['changes'][number]>): string {
  let text = code
  for (const change of left) {
    if (!id.endsWith(change.file)) continue
    if (text.split(change.from).length !== 2)
      throw new Error(`${change.file} does not say exactly once: ${change.from}`)
    text = text.replace(change.from, () => change.to)
    left.delete(change)
  }
  return text
}
