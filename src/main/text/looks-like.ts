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
