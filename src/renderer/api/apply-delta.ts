import type { AppEvent } from '../../shared/contract/events.ts'
import type { TaskView } from '../../shared/contract/tasks.ts'

type Delta = Extract<AppEvent, { type: 'task.delta' }>
type Progress = Extract<AppEvent, { type: 'call.progress' }>

/**
 * Puts a piece of streamed text where its offset says. Pieces may come twice (after a fetch that already held them);
 * `gap` means something before it is missing and the task must be fetched again.
 */
export function applyDelta(task: TaskView, delta: Delta): TaskView | 'gap' {
  const current = task.streaming
  if (current && current.step > delta.step) return task
  const base = current?.step === delta.step ? current : { step: delta.step, text: '', reasoning: '', calls: [] }
  const written = base[delta.kind]
  if (delta.offset > written.length) return 'gap'
  const known = written.slice(delta.offset, delta.offset + delta.text.length)
  // Other words in the same place: the turn was begun anew after a loss, and what was shown of it is void.
  if (!delta.text.startsWith(known)) {
    return delta.offset === 0 ? { ...task, streaming: { ...base, [delta.kind]: delta.text } } : 'gap'
  }
  if (known.length === delta.text.length) return task
  return { ...task, streaming: { ...base, [delta.kind]: written.slice(0, delta.offset) + delta.text } }
}

export function applyProgress(task: TaskView, { call_id, fraction, text }: Progress): TaskView {
  const timeline = task.timeline.map(item =>
    item.kind === 'call' && item.id === call_id
      ? { ...item, call: { ...item.call, progress: { fraction, text } } }
      : item,
  )
  return { ...task, timeline }
}

/** A fetched task may be older than the deltas that came meanwhile: of one turn, the longer text wins. */
export function keepLonger(old: TaskView | undefined, fetched: TaskView): TaskView {
  const [before, now] = [old?.streaming, fetched.streaming]
  if (!before || !now || before.step !== now.step) return fetched
  const longer = (kind: 'text' | 'reasoning') => (before[kind].startsWith(now[kind]) ? before[kind] : now[kind])
  return { ...fetched, streaming: { ...now, text: longer('text'), reasoning: longer('reasoning') } }
}
