import { SporaError } from '../../shared/spora-error.ts'
import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'

/** What a template asks for may be a tool of a plugin that the app, just started, has not looked at yet. */
export function templateHandlers(os: Implementer, { templates, plugins, shell }: AppServices) {
  const exported = (input: { id: number; include_settings?: boolean; include_notes?: boolean }) =>
    templates.export(input.id, { settings: input.include_settings ?? true, notes: input.include_notes ?? true })
  return {
    list: os.templates.list.handler(() => templates.list()),
    review: os.templates.review.handler(async ({ input }) => {
      await plugins.settled()
      return templates.review(input)
    }),
    importReviewed: os.templates.importReviewed.handler(async ({ input }) => {
      await plugins.settled()
      return templates.importReviewed(
        input.source,
        input.sha256,
        { without_asking: input.without_asking, addresses: input.addresses ?? [] },
        input.hidden_seen,
      )
    }),
    import: os.templates.import.handler(async ({ input }) => {
      await plugins.settled()
      return templates.importPayload(input)
    }),
    exportAgent: os.templates.exportAgent.handler(({ input }) => exported(input)),
    save: os.templates.save.handler(async ({ input }) => {
      const file = exported(input)
      try {
        return { saved: (await shell.saveFile?.(file.file_name, file.text)) ?? null, export: file }
      } catch (error) {
        if (error instanceof SporaError) throw error // it says why (B368)
        throw new SporaError('VALIDATION_ERROR', 'The file could not be written there. Choose another folder.')
      }
    }),
  }
}
