import { parseArgs } from 'node:util'

/** What `--data DIR` or `--data=DIR` names; Electron's own switches know only the second. */
export function dataFlag(args: readonly string[]): string | undefined {
  const options = { data: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true })
  return typeof values.data === 'string' ? values.data : undefined
}
