import { useText } from '../i18n/text.tsx'

export type Layer = 'default' | 'global' | 'user' | 'agent'

/** From the agent, which wins, down to what the tool declares. */
const LAYERS: readonly Layer[] = ['agent', 'user', 'global', 'default']

/** Which of the four layers a value comes from: the filled bar and the word say the same. */
export function Origin({ layer, here }: { layer: Layer; here: boolean }) {
  const t = useText()
  return (
    <span className="origin" data-here={here ? '' : undefined}>
      <span className="strata" aria-hidden="true">
        {LAYERS.map(each => (
          <i key={each} className={each === layer ? 'here' : undefined} />
        ))}
      </span>
      {t(`settings.origin.${layer}`)}
    </span>
  )
}
