/** Root may write everywhere; tests of permissions act as somebody else. */
export function asNobody<T>(work: () => T): T {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(65534)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}
