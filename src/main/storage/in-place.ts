import { statSync } from 'node:fs'

/** Whether the path still leads to the file it leads to now. Opened files can be moved or deleted everywhere but on Windows. */
export function inPlace(file: string): () => boolean {
  const { ino } = statSync(file)
  return process.platform === 'win32' ? () => true : () => statSync(file, { throwIfNoEntry: false })?.ino === ino
}
