import type { MemoryChange, MemoryView } from '../../shared/contract/memories.ts'

export interface MemoryForm {
  readonly name: string
  readonly summary: string
  readonly content: string
}

/** A summary nobody wrote is not shown as one: the field stays empty. */
export function memoryForm(memory: MemoryView | null): MemoryForm {
  return {
    name: memory?.name ?? '',
    summary: memory?.own_summary ? memory.summary : '',
    content: memory?.content ?? '',
  }
}

/** What differs from what is stored; nothing else is sent. */
export function memoryChanges(stored: MemoryView | null, form: MemoryForm): MemoryChange {
  const before = memoryForm(stored)
  return {
    ...(form.name.trim() === before.name ? {} : { name: form.name.trim() }),
    ...(form.summary.trim() === before.summary ? {} : { summary: form.summary.trim() || null }),
    ...(form.content === before.content ? {} : { content: form.content }),
  }
}

/** Only what was changed against `base`, put over what is stored now: what others changed meanwhile stays. */
export function rebased(base: MemoryView, form: MemoryForm, stored: MemoryView): MemoryForm {
  const before = memoryForm(base)
  const mine = Object.entries(form).filter(([key, value]) => value !== before[key as keyof MemoryForm])
  return { ...memoryForm(stored), ...Object.fromEntries(mine) }
}
