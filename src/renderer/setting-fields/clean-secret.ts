export type SecretRepair = 'spaces' | 'lines' | 'quotes' | 'bearer'

/**
 * What people paste around a key: spaces, line ends, quotes, the word Bearer. A key has none of them, so they go, and
 * the field says what it did.
 */
export function cleanSecret(pasted: string): { value: string; repairs: SecretRepair[] } {
  const repairs: SecretRepair[] = []
  const change = (kind: SecretRepair, from: string, to: string) => {
    if (from !== to) repairs.push(kind)
    return to
  }
  let value = change('lines', pasted, pasted.replace(/[\r\n]+/g, ''))
  value = change('spaces', value, value.trim())
  value = change('quotes', value, value.replace(/^(["'`“”‘’])(.*)["'`“”‘’]$/, '$2').trim())
  value = change('bearer', value, value.replace(/^bearer\s+/i, ''))
  return { value, repairs }
}
