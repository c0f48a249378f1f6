import { SporaError } from '../../shared/spora-error.ts'
import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'

export function pluginHandlers(os: Implementer, { plugins, shell, tasks }: AppServices) {
  /** On the desktop no path ever comes from a window: main opens the dialog and keeps what was chosen. */
  async function chosenPath(typed: string | undefined): Promise<string | null> {
    if (!shell.chooseFolder) return typed?.trim() || null
    if (typed !== undefined) throw new SporaError('IPC_FORBIDDEN', 'Choose the folder in the dialog.')
    return shell.chooseFolder()
  }
  return {
    list: os.plugins.list.handler(() => plugins.list()),
    choose: os.plugins.choose.handler(async ({ input }) => {
      const path = await chosenPath(input.path)
      return path === null ? null : plugins.choose(path)
    }),
    review: os.plugins.review.handler(({ input }) => plugins.review(input.candidate_id)),
    add: os.plugins.add.handler(({ input }) => plugins.add(input)),
    reload: os.plugins.reload.handler(({ input }) => plugins.reload(input.slug)),
    setEnabled: os.plugins.setEnabled.handler(({ input }) => plugins.setEnabled(input.slug, input.enabled)),
    usage: os.plugins.usage.handler(({ input: { slug } }) => ({
      ...plugins.usage(slug),
      rules: tasks.rules.list().filter(rule => rule.tool_class.startsWith(`${slug}/`)).length,
    })),
    remove: os.plugins.remove.handler(({ input }) => plugins.remove(input.slug, input.keep_data)),
    log: os.plugins.log.handler(({ input }) => plugins.log(input.slug)),
  }
}
