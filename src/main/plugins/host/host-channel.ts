import type { HostRequest } from './protocol.ts'

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
}

/** How often a process looks whether its parent still lives. */
const PARENT_CHECK_MS = 1_000

/**
 * What the app sends, from a utility process's port or a forked process's channel. When the app is gone, by whatever
 * death, this process ends too. The plugin's code finds no channel of its own on `process`.
 */
export function listenToApp(onRequest: (request: HostRequest) => void): void {
  const exit = process.exit.bind(process)
  const parent = process.ppid
  const port = (process as unknown as { parentPort?: ParentPort }).parentPort
  if (port) {
    port.on('message', event => onRequest(event.data as HostRequest))
    port.on('close', () => exit(0))
  } else {
    process.on('message', message => onRequest(message as HostRequest))
    process.on('disconnect', () => exit(0))
  }
  for (const name of ['send', 'disconnect', 'parentPort']) Reflect.deleteProperty(process, name)
  setInterval(() => {
    if (process.ppid !== parent) exit(0)
  }, PARENT_CHECK_MS).unref()
}
