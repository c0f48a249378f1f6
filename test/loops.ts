/** How often a counted loop runs: all of it with SPORA_FULL=1 (`npm run test:full`), else a tenth, and at least once. */
export function loops(full: number): number {
  return process.env.SPORA_FULL === '1' ? full : Math.max(1, Math.round(full / 10))
}
