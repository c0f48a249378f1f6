import { backupsFolder } from '../storage/backup-files.ts'
import { cancelRestore, requestedRestore, requestRestore } from '../storage/restore.ts'
import type { AppServices } from './app-services.ts'
import { diagnostics } from './diagnostics.ts'
import type { Implementer } from './implementer.ts'

export function dataHandlers(os: Implementer, services: AppServices) {
  const { backups } = services
  const view = ({ name, reason, madeAt, bytes }: ReturnType<typeof backups.list>[number]) => ({
    name,
    reason,
    made_at: madeAt,
    bytes,
  })
  const views = () => ({
    folder: backupsFolder(backups.folder),
    backups: backups.list().map(view),
    restore_next: requestedRestore(backups.folder),
  })
  return {
    backups: os.data.backups.handler(views),
    backUp: os.data.backUp.handler(async () => view(await backups.make('asked'))),
    restore: os.data.restore.handler(({ input }) => {
      requestRestore(backups.folder, input.name)
      return views()
    }),
    cancelRestore: os.data.cancelRestore.handler(() => {
      cancelRestore(backups.folder)
      return views()
    }),
    diagnostics: os.data.diagnostics.handler(() => ({ text: diagnostics(services) })),
  }
}
