import type { Preferences, SystemInfo } from '../shared/contract/system.ts'

/** What the two entries differ in. */
export interface Shell {
  readonly mode: SystemInfo['mode']
  /** Opens the system's folder dialog; null when cancelled. Absent where there is none and paths are typed. */
  readonly chooseFolder?: (() => Promise<string | null>) | undefined
  /** Asks where to put a text file and writes it; false when cancelled. Absent where the browser saves it. */
  readonly saveFile?: ((name: string, text: string) => Promise<boolean>) | undefined
  /** Opens an address outside after asking; false when the person said no. */
  openExternal(url: string): Promise<boolean>
  /** The operator chose a theme. */
  setTheme(theme: Preferences['theme']): void
}
