import { contextBridge, ipcRenderer, webUtils } from 'electron'

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
  /** Hands a dropped folder to the main process, which keeps its path; answers an opaque candidate id, or null. */
  dropFolder: (file: File): Promise<string | null> => ipcRenderer.invoke('plugin:dropped', webUtils.getPathForFile(file)),
})
export type SporaBridge = typeof spora
contextBridge.exposeInMainWorld('spora', spora)
