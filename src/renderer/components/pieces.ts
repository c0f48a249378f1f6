/** The browser looks for the other half of every bracket in one piece of text: thousands that have none would stop it. */
const LONGEST = 2_000
const FOLLOWS = /\p{M}|\u200d|[\udc00-\udfff]/u

/** A long text in pieces that follow each other on the page as one; no character is cut in two. */
export function pieces(text: string): string[] {
  if (text.length <= LONGEST) return [text]
  const found: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + LONGEST
    // The second half of a pair, and what is written onto the letter before, stay with it.
    while (to < Math.min(text.length, from + 2 * LONGEST) && FOLLOWS.test(text.charAt(to))) to++
    found.push(text.slice(from, to))
    from = to
  }
  return found
}
