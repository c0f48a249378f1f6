import { AGENT_LIMITS } from '../../shared/agent-limits.ts'

/** Letters of other scripts, and digits, that look like Latin ones. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аɑα',
    b: 'вβ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еҽ',
    g: 'ɡ',
    h: 'һнη',
    i: 'іι',
    j: 'јϳ',
    k: 'кκ',
    l: 'ӏ1|',
    m: 'м',
    n: 'п',
    o: 'оοσ0',
    p: 'рρ',
    q: 'ԛ',
    s: 'ѕ',
    t: 'тτ',
    u: 'υ',
    v: 'ѵν',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγ',
    z: 'ᴢ',
  }).flatMap(([latin, others]) => [...others].map(other => [other, latin] as const)),
)

/** What a name looks like: the same for names that a person could take for each other. */
export function looksLike(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{C}\p{Mn}]/gu, '')
    .replaceAll('I', 'l')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].map(letter => LOOKALIKES.get(letter) ?? letter).join('')
}

export interface FreeName {
  readonly name: string
  /** An agent that is called differently but looks the same. */
  readonly lookalike: string | null
}

/** The name for an imported agent: its own, or with “(imported)” when there is one that is called or looks like it. */
export function freeName(wanted: string, taken: readonly string[]): FreeName {
  const looks = new Map(taken.map(name => [looksLike(name), name]))
  const twin = looks.get(looksLike(wanted))
  if (twin === undefined) return { name: wanted, lookalike: null }
  const lookalike = taken.includes(wanted) ? null : twin
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? ' (imported)' : ` (imported ${number})`
    const stem = [...wanted].slice(0, AGENT_LIMITS.name - suffix.length).join('')
    if (!looks.has(looksLike(stem + suffix))) return { name: stem + suffix, lookalike }
  }
}
