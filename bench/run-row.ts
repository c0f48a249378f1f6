import type { Row } from './row.ts'

/** Every row, in the order they are printed. */
export const ROWS = {
  step: () => import('./step.ts'),
  definitions: () => import('./definitions.ts'),
  window: () => import('./window.ts'),
  'first-load': () => import('./first-load.ts'),
  parallel: () => import('./parallel.ts'),
  'plugin-call': () => import('./plugin-call.ts'),
} satisfies Record<string, () => Promise<{ row: Row }>>

const [name = '', ...flags] = process.argv.slice(2)
if (process.argv[1]?.endsWith('run-row.js')) {
  const { row } = await ROWS[name as keyof typeof ROWS]()
  await row({ quick: flags.includes('--quick') })
  process.exit(0) // a warm plugin or connection may still be there
}
