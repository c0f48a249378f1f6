/** The words of a command were wrong; the usage is printed after it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
