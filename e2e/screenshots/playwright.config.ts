import base from '../../playwright.config.ts'

/** npm run screenshots: not a test; takes the pictures in docs/screenshots from the real app. */
export default {
  ...base,
  testIgnore: [],
  testDir: import.meta.dirname,
  outputDir: '../../test-results/screenshots',
  reporter: 'list',
  timeout: 180_000,
}
