import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type App, compose } from '../../compose.ts'
import { forkNodeHost } from '../../plugins/fork-node.ts'
import { builtHost } from '../../plugins/test/built-host.ts'
import { createFileVault } from '../../settings/file-vault.ts'
import type { Vault } from '../../settings/vault.ts'
import type { Shell } from '../../shell.ts'
import { prepareDataFolder } from '../../storage/data-folder.ts'
import { type ApiServer, startApiServer } from '../api-server.ts'
import { httpHandlers } from '../http-handlers.ts'

export interface Answer {
  readonly status: number
  readonly data: unknown
  readonly error: { readonly code: string; readonly message: string; readonly details: Record<string, unknown> }
}

export interface ServedApp {
  readonly app: App
  readonly server: ApiServer
  readonly dataFolder: string
  /** Ends it orderly; it is ended in any case when the test is over. */
  close(): Promise<void>
  /** REST with the token that may do everything, or another one. */
  rest(method: string, path: string, body?: unknown, token?: string): Promise<Answer>
}

/**
 * The whole program over HTTP on 127.0.0.1, with these plugins as the ones it ships: slug to source of index.mjs. Not
 * `settled`: as it is in the first moment, before it has looked at them.
 */
export async function servedApp(
  plugins: Readonly<Record<string, string>> = {},
  shell: Partial<Shell> = {},
  {
    dataFolder: kept,
    vault,
    settled = true,
  }: { readonly dataFolder?: string; readonly vault?: Vault; readonly settled?: boolean } = {},
): Promise<ServedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'spora-api-'))
  const pluginsFolder = join(folder, 'plugins')
  for (const [slug, source] of Object.entries(plugins)) {
    const manifest = JSON.stringify({ slug, name: slug, version: '1.0.0' })
    for (const [name, content] of Object.entries({ 'plugin.json': manifest, 'index.mjs': source })) {
      const file = join(pluginsFolder, slug, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
  }
  mkdirSync(pluginsFolder, { recursive: true })
  const dataFolder = kept ?? join(folder, 'data')
  prepareDataFolder(dataFolder)
  const outFolder = await builtHost()
  const app = compose({
    dataFolder,
    outFolder,
    pluginsFolder,
    skillsFolder: join(import.meta.dirname, '../../../../skills'),
    templatesFolder: join(import.meta.dirname, '../../../../agent-templates'),
    vault: vault ?? createFileVault(join(folder, 'vault.key')),
    forkHost: forkNodeHost({ outFolder }),
    enforces: { net: false, fs: true, env: true },
    shell: { mode: 'serve', openExternal: async () => true, setLook() {}, ...shell },
    version: '0.0.0',
  })
  const server = await startApiServer({ listen: { port: 0 }, handler: httpHandlers(app.router), onError: app.logError })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= server.close().then(() => app.close())
    return closed
  }
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })
  await app.start()
  if (settled) await app.plugins.settled()
  return {
    app,
    server,
    dataFolder,
    close,
    async rest(method, path, body, token = server.approveToken) {
      const response = await fetch(`${server.origin}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
    },
  }
}
