import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { DroppedFolder } from '../shared/dropped-folder.ts'

// The page posts one end of a MessageChannel, once per load; it goes to the main process, which serves the contract
// on it. Nothing else crosses.
let connected = false
window.addEventListener('message', event => {
  if (event.source !== window || event.data !== 'rpc:connect' || event.ports.length !== 1 || connected) return
  connected = true
  ipcRenderer.postMessage('rpc:connect', null, [...event.ports])
})

const spora = Object.freeze({
  platform: process.platform,
  /** Hands a dropped folder to the main process, which keeps its path. */
  dropFolder: (file: File): Promise<DroppedFolder | null> =>
    ipcRenderer.invoke('plugin:dropped', webUtils.getPathForFile(file)),
  /** The menu asks for an address of the page. Returns what stops listening. */
  onNavigate: (go: (path: string) => void): (() => void) => {
    const listener = (_event: unknown, path: unknown) => {
      if (typeof path === 'string') go(path)
    }
    ipcRenderer.on('navigate', listener)
    return () => ipcRenderer.off('navigate', listener)
  },
})
export type SporaBridge = typeof spora
contextBridge.exposeInMainWorld('spora', spora)
