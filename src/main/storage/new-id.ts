import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes for many ids: asking the system for them costs no more than asking for those of one. */
const pool = new Uint8Array(16 * 256)
let used = pool.length
let last = { msecs: 0, seq: 0 }

/** A text id that sorts by the time it was made, also within a millisecond (UUIDv7), for rows that are named before they are stored. */
export function newId(): string {
  const random = randomBytes()
  const msecs = Date.now()
  // Of 32 bits that count, the first begins as 0, so that they never run over.
  last =
    msecs > last.msecs
      ? { msecs, seq: new DataView(random.buffer).getUint32(0) >>> 1 }
      : { msecs: last.msecs, seq: last.seq + 1 }
  return v7({ random, ...last })
}

function randomBytes(): Uint8Array<ArrayBuffer> {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.slice(used - 16, used)
}
