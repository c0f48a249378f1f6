/** More settings of one tool than anybody declares; who sends more at once has something else in mind. */
export const MOST_SETTINGS = 1_000

export function tooManySettings(count: number): string {
  return `These are ${count} settings at once; a tool takes at most ${MOST_SETTINGS}. Send only those it has.`
}
