import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Moon, Sun } from 'lucide-react'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { useText } from '../../i18n/text.tsx'

const THEMES = [
  { value: 'system', icon: Monitor },
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
] as const

export function AppearanceSection() {
  const t = useText()
  const queries = useQueryClient()
  const preferences = useQuery(api.system.preferences.queryOptions())
  const save = useMutation(
    api.system.setPreferences.mutationOptions({
      onSuccess: saved => queries.setQueryData(api.system.preferences.queryKey(), saved),
    }),
  )
  return (
    <QueryView query={preferences}>
      {current => (
        <>
          {save.isError && <Banner tone="danger">{shownError(save.error).message}</Banner>}
          <div className="scoped plain-row">
            <div>
              <div className="scoped-label">{t('settings.appearance.theme')}</div>
              <div className="scoped-help">{t('settings.appearance.theme_help')}</div>
            </div>
            <div className="row">
              <Segmented
                label={t('settings.appearance.theme')}
                value={current.theme}
                options={THEMES.map(({ value, icon: Icon }) => ({
                  value,
                  label: (
                    <>
                      <Icon className="icon icon-small" aria-hidden />
                      {t(`settings.appearance.${value}`)}
                    </>
                  ),
                }))}
                onChange={theme => save.mutate({ theme })}
              />
            </div>
          </div>
        </>
      )}
    </QueryView>
  )
}
