import { existsSync, rmSync, writeFileSync } from 'node:fs'

const mark = (file: string) => `${file}.check`

/** Damage was seen while the app ran: the next start looks at the whole file, however large it is. */
export function checkAtNextStart(file: string): void {
  try {
    writeFileSync(mark(file), '', { mode: 0o600 })
  } catch {
    // The disk is broken, and said to be.
  }
}

export function isToBeChecked(file: string): boolean {
  return existsSync(mark(file))
}

export function checked(file: string): void {
  rmSync(mark(file), { force: true })
}
