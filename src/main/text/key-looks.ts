/** What keys of well-known services look like, and private keys in a file: too regular to be anything else. */
export const KEY_LOOKS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:sk|pk|rk)-[\w-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bgh[opsu]_\w{20,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
]

/** The same text with `mask` in the place of every key. */
export function hideKeys(text: string, mask: string): string {
  return KEY_LOOKS.reduce((hidden, look) => hidden.replace(look, mask), text)
}
