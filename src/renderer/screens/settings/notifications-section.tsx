import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useText } from '../../i18n/text.tsx'

const CHOICES = ['all', 'discreet', 'off'] as const

/** What the system's notifications say while the window is not in front. */
export function NotificationsSection() {
  const t = useText()
  const queries = useQueryClient()
  const preferences = useQuery(api.system.preferences.queryOptions())
  const mode = useQuery(api.system.info.queryOptions()).data?.mode
  const save = useMutation(
    api.system.setPreferences.mutationOptions({
      onSuccess: saved => queries.setQueryData(api.system.preferences.queryKey(), saved),
    }),
  )
  return (
    <QueryView query={preferences}>
      {current => (
        <section className="stack">
          <p className="muted">{t('settings.notifications.intro')}</p>
          {mode === 'serve' && <Banner tone="info">{t('settings.notifications.serve')}</Banner>}
          {save.isError && <Banner tone="danger">{shownError(save.error).message}</Banner>}
          <ChoiceGroup
            label={t('settings.section.notifications')}
            value={current.notifications}
            choices={CHOICES.map(value => ({
              value,
              title: t(`settings.notifications.${value}`),
              text: t(`settings.notifications.${value}_text`),
            }))}
            onChange={notifications => save.mutate({ notifications })}
          />
        </section>
      )}
    </QueryView>
  )
}
