import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { decorators } from './build/decorators.ts'

const shared = {
  plugins: [decorators()],
  resolve: { alias: { '@spora/sdk': fileURLToPath(new URL('src/sdk/index.ts', import.meta.url)) } },
}

/** unit: pure or a temporary SQLite file, seconds in all. integration: child processes, HTTP servers, the built app. */
export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts'],
          // Loading the same modules anew for each file took longer than the tests. No file may rely on being the first.
          isolate: false,
          maxWorkers: availableParallelism(),
          testTimeout: 30_000, // only what hangs is to fail, on a slow machine too
        },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          include: [
            'src/**/*.integration.test.ts',
            'test/**/*.integration.test.ts',
            'plugins/**/*.integration.test.ts',
          ],
          maxWorkers: 1, // they start processes of their own, and some in pairs
          testTimeout: 120_000, // only what hangs is to fail
          expect: { poll: { timeout: 30_000, interval: 20 } },
        },
      },
    ],
  },
})
