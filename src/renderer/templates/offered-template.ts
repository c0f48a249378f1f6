/** A template file that was dropped on the window, until the import sheet takes it. */
let offered: File | null = null
const listeners = new Set<() => void>()

export function isTemplateFile(file: File): boolean {
  return /\.json$/i.test(file.name)
}

export function offerTemplate(file: File): void {
  offered = file
  for (const listener of listeners) listener()
}

export function takeOfferedTemplate(): File | null {
  const file = offered
  offered = null
  return file
}

/** Calls the listener for each file that is offered; the answer stops it. */
export function onOfferedTemplate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
