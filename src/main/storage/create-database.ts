import { pristine } from './migrate.ts'
import { placeNewFile } from './place-new-file.ts'

/** Made in memory and placed whole, so an empty or half file later is always damage, never an interrupted start. */
export function createDatabase(file: string, migrations: readonly string[]): void {
  const memory = pristine(migrations)
  try {
    placeNewFile(file, memory.serialize())
  } finally {
    memory.close()
  }
}
