/** An error that keeps its code on the way to the app. */
export function codedError(code: string, message: string, cause?: unknown): Error {
  const error = Object.assign(new Error(message), { code })
  // The author looks for their own line, not for ours.
  if (cause instanceof Error && cause.stack) error.stack = cause.stack
  return error
}
