import { join } from 'node:path'
import { RPCHandler } from '@orpc/server/message-port'
import { app, type MessagePortMain } from 'electron'
import { type App, compose } from '../compose.ts'
import { firstProxy } from '../models/http/proxies.ts'
import { keyStoreWhenNeeded } from '../settings/key-store-when-needed.ts'
import { orKeyFile } from '../settings/or-key-file.ts'
import { orSession } from '../settings/or-session.ts'
import { vaultKeyFile } from '../settings/vault-key-file.ts'
import type { Shell } from '../shell.ts'
import { forkUtilityHost } from './fork-utility-host.ts'
import { guardedPort } from './guarded-port.ts'
import { keyStore } from './key-store.ts'

export interface DesktopRuntime {
  readonly runtime: App
  /** Serves the contract on the port of a page. */
  serve(port: MessagePortMain): void
}

/** The program of the desktop app. Throws a SporaError when the data folder cannot be used. */
export async function buildRuntime(folder: string, out: string, shell: Shell): Promise<DesktopRuntime> {
  const choice = join(folder, 'key-file.json')
  const system = await keyStoreWhenNeeded(keyStore, join(folder, 'vault.json'), { choice })
  const kept = orKeyFile(system, { keyFile: vaultKeyFile(), choice })
  const runtime = compose({
    dataFolder: folder,
    outFolder: out,
    pluginsFolder: join(app.getAppPath(), 'plugins'),
    skillsFolder: join(app.getAppPath(), 'skills'),
    templatesFolder: join(app.getAppPath(), 'agent-templates'),
    vault: orSession(kept, join(folder, 'session-secrets.json')),
    forkHost: forkUtilityHost(out),
    // A utility process is no sandbox: only its environment is really limited.
    enforces: { net: false, fs: false, env: true },
    shell,
    systemProxy: async url => firstProxy(await app.resolveProxy(url)),
    version: app.getVersion(),
  })
  shell.setLook(runtime.preferences.get())
  const handler = new RPCHandler(runtime.router)
  return {
    runtime,
    serve(port) {
      handler.upgrade(guardedPort(port))
      port.start()
    },
  }
}
