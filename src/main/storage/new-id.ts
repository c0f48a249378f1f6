import { v7 } from 'uuid'

/** A text id that sorts by the time it was made (UUIDv7), for rows that are named before they are stored. */
export function newId(): string {
  return v7()
}
