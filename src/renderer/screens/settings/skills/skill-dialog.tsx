import { useQuery } from '@tanstack/react-query'
import type { SkillDetail, SkillView } from '../../../../shared/contract/skills.ts'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { VisibleText } from '../../../components/visible-text.tsx'
import { useText } from '../../../i18n/text.tsx'

interface Props {
  readonly skill: Pick<SkillView, 'name' | 'folder' | 'description'>
  readonly onClose: () => void
}

/** The whole skill as it is on the disk now: what a model reads, and what stands around it. */
export function SkillDialog({ skill, onClose }: Props) {
  const t = useText()
  const { name, folder, description } = skill
  const detail = useQuery(api.skills.get.queryOptions({ input: { slug: name, folder }, staleTime: 0 }))
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={<VisibleText text={name} />}
      description={<VisibleText text={description} />}
      footer={
        <>
          <span className="grow" />
          <Button size="large" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <QueryView query={detail}>{found => <Content skill={found} />}</QueryView>
    </Dialog>
  )
}

function Content({ skill }: { skill: SkillDetail }) {
  const t = useText()
  const { body, body_bytes, files, folder, license, compatibility, allowed_tools, metadata, problems } = skill
  const facts: [label: string, value: string | null][] = [
    [t('skills.license'), license],
    [t('skills.compatibility'), compatibility],
    [t('skills.allowed_tools'), allowed_tools],
    ...Object.entries(metadata),
  ]
  return (
    <div className="stack skill-detail">
      {problems.map(({ code, severity, message }) => (
        <p key={code + message} className="note" data-tone={severity === 'error' ? 'danger' : 'warn'}>
          <VisibleText text={message} /> <code>{code}</code>
        </p>
      ))}
      <div>
        <h3 id="skill-text">{t('skills.text')}</h3>
        <p className="note">{t('skills.text_help', { bytes: body_bytes })}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable from the keyboard */}
        <section className="skill-text" aria-labelledby="skill-text" tabIndex={0}>
          <pre className="code">
            <VisibleText text={body} />
          </pre>
        </section>
      </div>
      <section aria-labelledby="skill-files">
        <h3 id="skill-files">{t('skills.files')}</h3>
        <ul className="plain-list">
          {files.map(({ path, bytes }) => (
            <li key={path}>
              <code className="path-text">
                <VisibleText text={path} />
              </code>{' '}
              <span className="note">{t('skills.bytes', { bytes })}</span>
            </li>
          ))}
        </ul>
      </section>
      <dl className="facts">
        <dt>{t('skills.folder')}</dt>
        <dd className="row wrap">
          <code className="path-text">
            <VisibleText text={folder} />
          </code>
          <CopyButton text={folder} />
        </dd>
        {facts.map(([label, value]) =>
          value === null ? null : (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ),
        )}
      </dl>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <>
      <dt>
        <VisibleText text={label} />
      </dt>
      <dd>
        <VisibleText text={children} />
      </dd>
    </>
  )
}
