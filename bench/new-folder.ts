import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A temporary folder that goes with this process. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spora-bench-'))
  folders.push(folder)
  return folder
}
