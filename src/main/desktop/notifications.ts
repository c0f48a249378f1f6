import { app, type BrowserWindow, Notification as SystemNotification } from 'electron'
import type { Notification, Shell } from '../shell.ts'

/**
 * The system's notifications, while the window is not the one in front, and the badge. A later one of the same chat takes
 * the place of the one before. A click shows the window where the notification leads.
 */
export function desktopNotifications(
  window: () => BrowserWindow | undefined,
  navigate: (path: string) => void,
): Required<Pick<Shell, 'notify' | 'withdraw' | 'onLeave' | 'setBadge'>> {
  const shown = new Map<string, SystemNotification>()
  /** The window flashes, and stops when it comes to the front: it is listened to once. */
  let flashing = false

  function open(path: string): void {
    const owner = window()
    if (!owner || owner.isDestroyed()) return
    if (owner.isMinimized()) owner.restore()
    owner.show()
    owner.focus()
    navigate(path)
  }

  return {
    notify({ key, title, body, path }: Notification) {
      const owner = window()
      if (!owner || owner.isDestroyed() || owner.isFocused() || !SystemNotification.isSupported()) return
      shown.get(key)?.close()
      const notification = new SystemNotification({ title, body })
      notification.on('click', () => open(path))
      notification.on('close', () => {
        if (shown.get(key) === notification) shown.delete(key)
      })
      notification.show()
      // Kept while it can be clicked: the system forgets what nobody holds.
      shown.set(key, notification)
      if (!flashing)
        owner.once('focus', () => {
          flashing = false
          owner.flashFrame(false)
        })
      flashing = true
      owner.flashFrame(true)
    },
    withdraw(key) {
      shown.get(key)?.close()
      shown.delete(key)
    },
    onLeave(listener) {
      app.on('browser-window-blur', listener)
    },
    setBadge(count) {
      app.setBadgeCount(count)
    },
  }
}
