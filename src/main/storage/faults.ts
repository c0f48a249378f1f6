/**
 * The points of 7-safety R1 that lie in the storage. A kill test hands in a port that ends the process at one of them;
 * the app hands in nothing, and its build leaves the calls out (build/without-faults.ts).
 *
 * F20 in an update, between two statements. F21 in a backup, the copy made but not yet in its place. F22 the log is about
 * to be written into the file.
 */
export interface StorageFaults {
  at(point: 'F20' | 'F21' | 'F22'): void
}

export const NO_STORAGE_FAULTS: StorageFaults = { at() {} }
