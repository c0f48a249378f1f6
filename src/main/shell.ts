import type { SystemInfo } from '../shared/contract/system.ts'
import type { Look } from '../shared/look.ts'

/** Something a person who looks elsewhere should know. */
export interface Notification {
  /** A later one with the same key takes its place. */
  readonly key: string
  readonly title: string
  readonly body: string
  /** Where a click leads: an address of the window. */
  readonly path: string
}

/** What the two entries differ in. */
export interface Shell {
  readonly mode: SystemInfo['mode']
  /** Opens the system's folder dialog; null when cancelled. Absent where there is none and paths are typed. */
  readonly chooseFolder?: (() => Promise<string | null>) | undefined
  /** Asks where to put a text file and writes it; false when cancelled. Absent where the browser saves it. */
  readonly saveFile?: ((name: string, text: string) => Promise<boolean>) | undefined
  /** Shows a file or folder, chosen, in the system's file manager; never opens it. Absent where there is none. */
  readonly showFile?: ((path: string) => void) | undefined
  /** Opens an address outside after asking; false when the person said no. */
  openExternal(url: string): Promise<boolean>
  /** Tells a person who does not look at the window. Absent where there is none of ours. */
  readonly notify?: ((notification: Notification) => void) | undefined
  /** Takes the notification with this key away; nothing when it is gone. Absent where `notify` is. */
  readonly withdraw?: ((key: string) => void) | undefined
  /** Calls back each time the window stops being the one in front. Absent where there is none of ours. */
  readonly onLeave?: ((listener: () => void) => void) | undefined
  /** How many calls wait, on the app's icon. */
  readonly setBadge?: ((count: number) => void) | undefined
  /** How the window looks from now on, and at the next start. */
  setLook(look: Look): void
}
