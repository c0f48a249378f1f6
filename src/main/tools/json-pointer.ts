/** One step deeper in a JSON pointer (RFC 6901). */
export function pointer(base: string, key: string | number): string {
  return `${base}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** A pointer as people write it: `filters[2].name`; empty for the whole. */
export function readablePath(jsonPointer: string): string {
  let path = ''
  for (const part of jsonPointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (/^\d+$/.test(key)) path += `[${key}]`
    else path += path === '' ? key : `.${key}`
  }
  return path
}
