import type { Readable } from 'node:stream'
import type { HostRequest } from '../host/protocol.ts'
import type { PluginPermissions } from '../manifest/plugin-manifest.ts'

export interface ForkOptions {
  readonly slug: string
  /** The plugin's folder, a real path. */
  readonly folder: string
  /** Where the plugin may keep files of its own; exists. */
  readonly dataFolder: string
  readonly permissions: PluginPermissions
}

/** What the app's `utilityProcess` and `serve`'s `child_process` have in common. */
export interface HostProcess {
  readonly pid: number | undefined
  /** Frames (host/frames.ts). */
  readonly stdout: Readable
  readonly stderr: Readable
  /** Never throws; what cannot be delivered any more is dropped. */
  send(request: HostRequest): void
  /** At once, with everything it started. */
  kill(): void
  /** Once, also when the process could not be started; then `error` says why. */
  onExit(listener: (exit: HostExit) => void): void
  /** Resident memory, where it can be known. */
  memory(): number | undefined
}

export interface HostExit {
  readonly code: number | null
  readonly signal: string | null
  readonly error?: string
}

/** Starts a plugin's process: `plugin-host.js FOLDER SDK_FILE`. */
export type ForkHost = (options: ForkOptions) => HostProcess
