import type { BrowserWindow, IpcMain, IpcMainEvent, MessagePortMain } from 'electron'

/** Whether a message comes from the main frame of our own window, showing our own page. */
export function isTrustedSender(
  event: Pick<IpcMainEvent, 'sender' | 'senderFrame'>,
  window: BrowserWindow | undefined,
  origin: string,
): boolean {
  const frame = event.senderFrame
  return (
    frame !== null &&
    frame.parent === null &&
    frame.origin === origin &&
    window !== undefined &&
    event.sender === window.webContents
  )
}

/**
 * Has the one port served that a page hands over per load (7-safety 4.6). A second port from the same load, and
 * anything from elsewhere, is closed unanswered.
 */
export function acceptRpcPort(
  ipcMain: IpcMain,
  window: BrowserWindow,
  serve: (port: MessagePortMain) => void,
  origin: string,
): void {
  let served: MessagePortMain | undefined
  window.webContents.on('did-navigate', () => {
    served?.close()
    served = undefined
  })
  const connect = (event: IpcMainEvent) => {
    const [port, ...others] = event.ports
    for (const other of others) other.close()
    if (!port) return
    if (served || others.length > 0 || !isTrustedSender(event, window, origin)) return port.close()
    served = port
    serve(port)
  }
  ipcMain.on('rpc:connect', connect)
  window.on('closed', () => ipcMain.off('rpc:connect', connect))
}
