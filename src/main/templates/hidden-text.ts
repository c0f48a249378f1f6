/** Characters that change how a text reads without being seen. Line breaks and tabs are part of any text. */
const HIDDEN = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Inside an emoji this one is part of how it is written. */
const EMOJI_GLUE = /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu

/** Where the texts of a value hold characters that cannot be seen, and how many. */
export function hiddenText(value: unknown, path = ''): { path: string; count: number }[] {
  if (typeof value === 'string') {
    const count = (value.match(HIDDEN)?.length ?? 0) - (value.match(EMOJI_GLUE)?.length ?? 0)
    return count > 0 ? [{ path, count }] : []
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => hiddenText(item, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => hiddenText(item, path === '' ? key : `${path}.${key}`))
}
