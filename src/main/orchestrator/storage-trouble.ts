import { SporaError } from '../../shared/spora-error.ts'

/** Nothing can be written now; the same may work later. */
export function isStorageError(error: unknown): boolean {
  return error instanceof SporaError && (error.code.startsWith('DB_') || error.code === 'DATA_FOLDER_UNUSABLE')
}
