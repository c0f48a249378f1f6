import { KEY_LOOKS } from '../text/key-looks.ts'

const MASK = '[secret]'

const LOOKS: readonly RegExp[] = [
  ...KEY_LOOKS,
  // Not any number of spaces: at every place in a text of spaces, all of those before it would be counted.
  /(?<=\bBearer\s{1,8})[\w.~+/=-]{8,}/gi,
  /(?<=\bBasic\s{1,8})[A-Za-z0-9+/=]{8,}/gi,
  /(?<=\w:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/g,
]

/** The last net: what has the shape of a key is taken for one, whoever it belongs to. */
export function hideSecretLooks(text: string): string {
  return LOOKS.reduce((hidden, look) => hidden.replace(look, MASK), text)
}
