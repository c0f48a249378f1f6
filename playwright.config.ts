import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

// The same specs run on the real Electron where its binary is there and has a display, and on the stand-in elsewhere.
// Electron's own package and Playwright both read ELECTRON_OVERRIDE_DIST_PATH to find the executable.
const installed = existsSync(join(import.meta.dirname, 'node_modules/electron/path.txt'))
const display = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
if (!installed || !display || process.env.SPORA_STANDIN === '1')
  process.env.ELECTRON_OVERRIDE_DIST_PATH = join(import.meta.dirname, 'e2e/electron-standin')
// For a run without scripts/e2e.mjs. Empty: Playwright's own.
const debians = '/usr/lib/chromium/chromium-headless-shell'
process.env.SPORA_CHROMIUM ??= existsSync(debians) ? debians : ''

export default defineConfig({
  testDir: 'e2e',
  testIgnore: '**/screenshots/**',
  outputDir: 'test-results/e2e',
  workers: 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/e2e.json' }]],
  timeout: 90_000,
  expect: { timeout: 15_000 },
})
