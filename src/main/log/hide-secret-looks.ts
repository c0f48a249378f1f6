const MASK = '[secret]'

const LOOKS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=\bBearer\s+)[\w.~+/=-]{8,}/gi,
  /(?<=\bBasic\s+)[A-Za-z0-9+/=]{8,}/gi,
  /\b(?:sk|pk|rk)-[\w-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bgh[opsu]_\w{20,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /(?<=\w:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/g,
]

/** The last net: what has the shape of a key is taken for one, whoever it belongs to. */
export function hideSecretLooks(text: string): string {
  return LOOKS.reduce((hidden, look) => hidden.replace(look, MASK), text)
}
