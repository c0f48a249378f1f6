/** Ends quietly when the reader goes away: over a MessagePort, an abort would become an unhandled rejection. */
export async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}
