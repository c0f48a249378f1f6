// Finds Chromium for the browser tests; on Debian as root, installs it when it is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser']

/** The browser's path; SPORA_CHROMIUM names another. Undefined when there is none and none can be installed. */
export function chromium() {
  const found = [process.env.SPORA_CHROMIUM, ...PLACES].find(path => path && existsSync(path))
  if (found) return found
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log("Installing Debian's chromium-headless-shell for the browser tests (once)…")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
    const installed = PLACES.find(path => existsSync(path))
    if (installed) return installed
  }
  return undefined
}
