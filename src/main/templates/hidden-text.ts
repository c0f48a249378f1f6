import { unseenIn } from '../../shared/unseen.ts'

/** Where the texts of a value hold characters that cannot be seen, and how many. Any kind of line break is part of a text. */
export function hiddenText(value: unknown, path = ''): { path: string; count: number }[] {
  if (typeof value === 'string') {
    const count = unseenIn(value).filter(({ character }) => character !== '\r').length
    return count > 0 ? [{ path, count }] : []
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => hiddenText(item, `${path}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => hiddenText(item, path === '' ? key : `${path}.${key}`))
}
