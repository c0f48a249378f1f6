// Finds Chromium for the browser tests; on Debian as root, installs it when it is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser']

export const NO_CHROMIUM =
  'No Chromium was found. Get one with "npx playwright install chromium", or name yours in SPORA_CHROMIUM.'

/** The browser's path: SPORA_CHROMIUM, the system's, or Playwright's own. Undefined when none is there or can be had. */
export async function chromium() {
  const found = [process.env.SPORA_CHROMIUM, ...PLACES].find(path => path && existsSync(path))
  return found ?? (await playwrights()) ?? installed()
}

async function playwrights() {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

function installed() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  console.log("Installing Debian's chromium-headless-shell for the browser tests (once)…")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
    const found = PLACES.find(path => existsSync(path))
    if (found) return found
  }
  return undefined
}
