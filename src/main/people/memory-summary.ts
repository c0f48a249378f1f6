import type { MemoryRow } from './memory-store.ts'

const LENGTH = 200

/** What a list says of a memory: its own summary, else how its content begins, in one line and without markup. */
export function memorySummary({ summary, content }: Pick<MemoryRow, 'summary' | 'content'>): string {
  if (summary) return summary
  const text = content
    .slice(0, LENGTH * 20)
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...text].slice(0, LENGTH).join('')
}
