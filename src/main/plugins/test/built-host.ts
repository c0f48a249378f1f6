import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const source = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
let folder: Promise<string> | undefined

/** The plugin host and the SDK, bundled as the build does it: `main/plugin-host.js` and `sdk/index.js` in one folder. */
export function builtHost(): Promise<string> {
  folder ??= bundle()
  return folder
}

async function bundle(): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), 'spora-host-'))
  process.on('exit', () => rmSync(out, { recursive: true, force: true }))
  await build({
    entryPoints: {
      'test/lonely-app': source('main/plugins/test/lonely-app.ts'),
      'main/plugin-host': source('main/plugins/host/plugin-host.ts'),
      'sdk/index': source('sdk/index.ts'),
    },
    outdir: out,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  })
  return out
}
