import { type ChildProcess, type ChildProcessByStdio, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Browser, chromium } from '@playwright/test'
import { newFolder } from './launch-app.ts'
import { untilClosed } from './opened.ts'

export interface ServedApp {
  readonly address: string
  readonly origin: string
  readonly token: string
  readonly folder: string
  readonly process: ChildProcess
  close(signal?: NodeJS.Signals): Promise<void>
}

/** `spora serve` on a data folder of its own, its key file beside it. */
export async function launchServe(folder: string = newFolder(), port = 0): Promise<ServedApp> {
  const child = spawnServe(folder, ['ignore', 'pipe', 'inherit'], port)
  const lines = createInterface({ input: child.stdout })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', line => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(line)?.[0]
      if (found) resolve(found)
    })
    child.once('exit', code => reject(new Error(`serve ended with ${code} before it printed an address`)))
  })
  const url = new URL(address)
  return untilClosed({
    address,
    origin: url.origin,
    token: url.hash.replace('#token=', ''),
    folder,
    process: child,
    async close(signal: NodeJS.Signals = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  })
}

function spawnServe(folder: string, stdio: StdioOptions, port = 0) {
  return spawn('node', ['out/main/serve.js', '--data', folder, '--port', String(port)], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, SPORA_KEY_FILE: `${folder}.key` },
    stdio,
  }) as ChildProcessByStdio<null, Readable, Readable>
}

/** A start that is refused: its exit code, and what it says. */
export async function refusedServe(folder: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawnServe(folder, ['ignore', 'pipe', 'pipe'])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
  const [code] = await once(child, 'close')
  return { code, said }
}

export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.SPORA_CHROMIUM
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })
}
