const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Text made safe to stand inside a sentence: control, bidi and unassigned characters become `\u{202E}`. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, character => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`)
}

/** Any value as short JSON for a message: `"abc…"`, `[1,2,3…`. Never longer than about `max` characters. */
export function quote(value: unknown, max = 60): string {
  if (typeof value === 'string') {
    const whole = cut(value, max)
    return `"${visible(whole)}${whole.length < value.length ? '…' : ''}"`
  }
  const json = JSON.stringify(value) ?? String(value)
  const whole = cut(json, max)
  return `${visible(whole)}${whole.length < json.length ? '…' : ''}`
}

/** Cut on a code-point boundary. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const end = text.charCodeAt(max - 1) >= 0xd800 && text.charCodeAt(max - 1) <= 0xdbff ? max - 1 : max
  return text.slice(0, end)
}
