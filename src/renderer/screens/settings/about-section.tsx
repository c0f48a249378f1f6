import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { QueryView } from '../../components/query-view.tsx'
import { useText } from '../../i18n/text.tsx'

export function AboutSection() {
  const t = useText()
  const info = useQuery(api.system.info.queryOptions())
  return (
    <>
      <QueryView query={info}>
        {({ version, platform, mode }) => (
          <dl className="facts about-facts">
            <dt>{t('settings.about.version')}</dt>
            <dd className="numeric">{version}</dd>
            <dt>{t('settings.about.platform')}</dt>
            <dd>{platform}</dd>
            <dt>{t('settings.about.mode')}</dt>
            <dd>{t(`settings.about.mode.${mode}`)}</dd>
            <dt>{t('settings.about.license')}</dt>
            <dd>{t('settings.about.license_text')}</dd>
          </dl>
        )}
      </QueryView>
      <p>
        <Link className="button" href="/welcome">
          {t('settings.about.tour')}
        </Link>
      </p>
    </>
  )
}
