import { FolderOpen } from 'lucide-react'
import { Link } from 'wouter'
import type { SkillView } from '../../../../shared/contract/skills.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { Chip } from '../../../components/chip.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { VisibleText } from '../../../components/visible-text.tsx'
import { useText } from '../../../i18n/text.tsx'
import { toolPath } from '../../../tool-parts/tool-path.ts'

interface Props {
  readonly skill: SkillView
  readonly onRead: () => void
  /** Absent where nothing can open a folder. */
  readonly onShow: (() => void) | undefined
}

/** One skill: what it is for, what is wrong with it and where, and who may read it. */
export function SkillRow({ skill, onRead, onShow }: Props) {
  const t = useText()
  const { name, usable, description, problems, folder, source, plugin_name } = skill
  return (
    <li className="skill-row">
      <div className="row wrap">
        <h3 className="grow">
          <VisibleText text={name} />
        </h3>
        {!usable && (
          <Chip tone="line">{source === 'user' ? t('skills.from.user') : (plugin_name ?? t('skills.from.core'))}</Chip>
        )}
        {onShow && (
          <Button
            kind="quiet"
            size="small"
            icon={<FolderOpen className="icon icon-small" aria-hidden />}
            aria-label={t('skills.show_one', { name })}
            onClick={onShow}
          >
            {t('skills.show')}
          </Button>
        )}
        <Button size="small" aria-label={t('skills.read_one', { name })} onClick={onRead}>
          {t('skills.read')}
        </Button>
      </div>
      {description && (
        <p className="note">
          <VisibleText text={description} />
        </p>
      )}
      {problems.map(({ code, severity, message }) => (
        <p key={code + message} className="note" data-tone={severity === 'error' ? 'danger' : 'warn'}>
          <VisibleText text={message} /> <code>{code}</code>
        </p>
      ))}
      {usable ? (
        <Readers agents={skill.agents} />
      ) : (
        <p className="row wrap">
          <code className="path-text">
            <VisibleText text={folder} />
          </code>
          <CopyButton text={folder} />
        </p>
      )}
    </li>
  )
}

/** Each name leads to the setting that lets it read. */
function Readers({ agents }: Pick<SkillView, 'agents'>) {
  const t = useText()
  if (agents.length === 0) return <p className="note">{t('skills.readers_none')}</p>
  return (
    <p className="row wrap note">
      {t('skills.readers')}
      {agents.map(({ agent_id, name, reads }) => (
        <Link
          key={agent_id}
          className="row"
          href={toolPath({ qualified_name: 'skill' }, 'settings', `agent-${agent_id}`)}
        >
          <Avatar name={name} />
          {reads ? name : t('skills.reader_off', { name })}
        </Link>
      ))}
    </p>
  )
}
