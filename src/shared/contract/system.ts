import { z } from 'zod'
import { reachableHost } from '../reachable-host.ts'
import { procedure } from './procedure.ts'

export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** The first-run steps were finished or skipped. */
  welcomed: z.boolean(),
  /** Folded list pane and the like: window state a person chose. */
  list_collapsed: z.boolean(),
  /** discreet: without saying what it is about. */
  notifications: z.enum(['all', 'discreet', 'off']),
  /** Exact `host:port` of addresses that are not public, or not on a web port, and may be read all the same. */
  reachable_hosts: z
    .array(z.string().refine(host => reachableHost(host) === host, { message: 'Write it as host:port.' }))
    .max(50),
  /** Operations that may answer with keys of others: `tool_class operation` (key-operation.ts). */
  key_operations: z.array(z.string().max(300)).max(200),
})
export type Preferences = z.infer<typeof preferences>

/** The lists among them. */
const lists = preferences.pick({ reachable_hosts: true, key_operations: true }).partial().strict()
/** Entries are added and taken out one by one: who looked at an older list does not bring back what is gone. */
export const preferencesChange = preferences
  .partial()
  .extend({ add: lists.optional(), remove: lists.optional() })
  .strict()
export type PreferencesChange = z.infer<typeof preferencesChange>

/** Where secrets are kept, in words, and whether that is weaker than it should be. */
export const secretStore = z.object({
  name: z.string(),
  reduced: z.boolean(),
  detail: z.string(),
  /** New secrets can be stored. */
  usable: z.boolean(),
  /** They cannot; a key file is the way out, if the person wants it. */
  offers_key_file: z.boolean(),
  /** Where protection is weak: new secrets could be kept until the app quits and no longer, or are. */
  session: z.enum(['offered', 'chosen']).nullable(),
  /** The system has not been asked for its key store yet, and may ask the person then: why, in a sentence. */
  asks: z.string().nullable(),
})
export type SecretStore = z.infer<typeof secretStore>

export const systemInfo = z.object({
  version: z.string(),
  platform: z.string(),
  /** desktop: in a window of its own. serve: in a browser on 127.0.0.1. */
  mode: z.enum(['desktop', 'serve']),
  /** Whether the app can open the system's folder dialog; otherwise paths are typed. */
  folder_dialog: z.boolean(),
  /** Whether the app can show a file in the system's file manager; otherwise its path is shown to be copied. */
  shows_files: z.boolean(),
  data_folder: z.string(),
  secret_store: secretStore,
  /** Troubles to show as banners. */
  notices: z.array(z.object({ code: z.string(), message: z.string() })),
})
export type SystemInfo = z.infer<typeof systemInfo>

export const system = {
  info: procedure.route({ method: 'GET', path: '/system' }).output(systemInfo),
  preferences: procedure.route({ method: 'GET', path: '/preferences' }).output(preferences),
  setPreferences: procedure
    .route({ method: 'PATCH', path: '/preferences' })
    .input(preferencesChange)
    .output(preferences),
  /** The person takes a key file over no protection at all, where the system's key store cannot be used. */
  useKeyFile: procedure.route({ method: 'POST', path: '/system/key-file' }).output(secretStore),
  /**
   * Asks the system for its key store where that was put off, or where it did not answer, and waits for what the person says
   * to it.
   */
  openSecretStore: procedure.route({ method: 'POST', path: '/system/secret-store' }).output(secretStore),
  /** Whether new secrets last until the app quits and no longer, where they could only be stored with weak protection. */
  keepForSession: procedure
    .route({ method: 'POST', path: '/system/session-secrets' })
    .input(z.strictObject({ on: z.boolean() }))
    .output(secretStore),
  /** Opens an https link in the system's browser, after a question that shows the whole address. */
  openExternal: procedure
    .route({ method: 'POST', path: '/system/open-external' })
    .input(z.strictObject({ url: z.string() }))
    .output(z.object({ opened: z.boolean() })),
}
