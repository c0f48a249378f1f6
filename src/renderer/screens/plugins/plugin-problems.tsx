import type { PluginView } from '../../../shared/contract/plugins.ts'
import { Banner } from '../../components/banner.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'

/** What is wrong beside its tools. */
export function PluginProblems({ plugin: { problems } }: { plugin: Pick<PluginView, 'problems'> }) {
  const t = useText()
  if (problems.length === 0) return null
  return (
    <Banner tone="warn">
      {t('plugins.problems', { count: problems.length })}
      <ul className="plain-list">
        {problems.map(({ code, message }) => (
          <li key={code + message}>
            <VisibleText text={message} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}
