import { z } from 'zod'
import { procedure } from './procedure.ts'

const name = z.string().max(200)

export const backupView = z.object({
  /** The file's name in the folder `backups` of the data folder. */
  name,
  reason: z.enum(['daily', 'asked', 'before-update', 'before-restore']),
  made_at: z.string(),
  bytes: z.number().int(),
})
export type BackupView = z.infer<typeof backupView>

export const backupsView = z.object({
  folder: z.string(),
  /** The newest first. */
  backups: z.array(backupView),
  /** The one that takes the place of everything at the next start. */
  restore_next: name.nullable(),
})
export type BackupsView = z.infer<typeof backupsView>

export const data = {
  backups: procedure.route({ method: 'GET', path: '/data/backups' }).output(backupsView),
  backUp: procedure.route({ method: 'POST', path: '/data/backups', successStatus: 201 }).output(backupView),
  /** Restored at the next start, never while the app runs. What is there now is kept among the backups. */
  restore: procedure
    .route({ method: 'POST', path: '/data/restore' })
    .input(z.strictObject({ name }))
    .output(backupsView),
  cancelRestore: procedure.route({ method: 'DELETE', path: '/data/restore' }).output(backupsView),
  /** What helps to find a fault: a fixed list of facts, without anything a person wrote and without secrets. */
  diagnostics: procedure.route({ method: 'GET', path: '/data/diagnostics' }).output(z.object({ text: z.string() })),
}
