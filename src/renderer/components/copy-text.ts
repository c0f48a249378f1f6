/**
 * Puts text on the clipboard. The app's window has no permissions, and the clipboard asks for one: what a person may do with
 * a key in any page, copying on a press, needs none. Rejects when neither is possible.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    if (!copyAsPressed(text)) throw error
  }
}

function copyAsPressed(text: string): boolean {
  let copied = false
  function onCopy(event: ClipboardEvent) {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    copied = true
  }
  document.addEventListener('copy', onCopy, { capture: true })
  try {
    return document.execCommand('copy') && copied
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true })
  }
}
