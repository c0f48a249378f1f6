import { type BrowserWindow, dialog, shell } from 'electron'
import { externalUrl } from '../api/external-url.ts'

/** Opens an https address in the system's browser after a question that shows the whole of it. */
export async function openExternal(window: BrowserWindow | undefined, text: string): Promise<boolean> {
  const url = externalUrl(text)
  const question = {
    type: 'question' as const,
    message: `Open ${url.protocol === 'mailto:' ? 'your mail program' : url.host}?`,
    detail: url.href,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  }
  const { response } = window ? await dialog.showMessageBox(window, question) : await dialog.showMessageBox(question)
  if (response !== 0) return false
  await shell.openExternal(url.href)
  return true
}
