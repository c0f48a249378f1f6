import { KEY_LOOKS } from '../text/key-looks.ts'

const MASK = '[secret]'

const LOOKS: readonly RegExp[] = [
  ...KEY_LOOKS,
  /(?<=\bBearer\s+)[\w.~+/=-]{8,}/gi,
  /(?<=\bBasic\s+)[A-Za-z0-9+/=]{8,}/gi,
  /(?<=\w:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/g,
]

/** The last net: what has the shape of a key is taken for one, whoever it belongs to. */
export function hideSecretLooks(text: string): string {
  return LOOKS.reduce((hidden, look) => hidden.replace(look, MASK), text)
}
