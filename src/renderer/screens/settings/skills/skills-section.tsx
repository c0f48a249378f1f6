import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderOpen, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { SkillView } from '../../../../shared/contract/skills.ts'
import { api } from '../../../api/client.ts'
import { shownError } from '../../../api/error.ts'
import { Banner } from '../../../components/banner.tsx'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { useOnReturn } from '../../../components/use-on-return.ts'
import { useText } from '../../../i18n/text.tsx'
import { toolPath } from '../../../tool-parts/tool-path.ts'
import { groupSkills } from './group-skills.ts'
import { SkillDialog } from './skill-dialog.tsx'
import { SkillRow } from './skill-row.tsx'

/** Every skill on the disk as it is now: an author changes files beside the window, so it looks again on coming back. */
export function SkillsSection() {
  const t = useText()
  const queries = useQueryClient()
  const info = useQuery(api.system.info.queryOptions())
  const skills = useQuery(api.skills.list.queryOptions({ staleTime: 0 }))
  const show = useMutation(api.skills.openFolder.mutationOptions())
  const [open, setOpen] = useState<SkillView | null>(null)
  const shows = info.data?.shows_files === true
  const own = info.data && `${info.data.data_folder}${info.data.platform === 'win32' ? '\\' : '/'}skills`
  const lookAgain = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: api.skills.key() }),
      queries.invalidateQueries({ queryKey: api.settings.options.key() }),
    ])
  useOnReturn(() => void lookAgain())
  const rows = (list: readonly SkillView[]) => (
    <ul className="framed">
      {list.map(skill => (
        <SkillRow
          key={skill.folder}
          skill={skill}
          onRead={() => setOpen(skill)}
          onShow={shows ? () => show.mutate({ folder: skill.folder }) : undefined}
        />
      ))}
    </ul>
  )
  return (
    <>
      <div className="row wrap skills-head">
        <p className="muted grow">
          {t('skills.intro')} <Link href={toolPath({ qualified_name: 'skill' }, 'settings')}>{t('skills.choose')}</Link>
        </p>
        <Button
          icon={<RotateCw className="icon" aria-hidden />}
          aria-disabled={skills.isFetching}
          onClick={() => void lookAgain()}
        >
          {t('skills.look_again')}
        </Button>
      </div>
      {show.isError && <Banner tone="danger">{shownError(show.error).message}</Banner>}
      <QueryView query={skills}>
        {list => {
          const { broken, groups } = groupSkills(list)
          const mine = groups.filter(({ source }) => source === 'user')
          return (
            <>
              {broken.length > 0 && (
                <section aria-labelledby="skills-broken">
                  <h2 id="skills-broken">{t('skills.broken', { count: broken.length })}</h2>
                  {rows(broken)}
                </section>
              )}
              <section aria-labelledby="skills-user">
                <div className="row wrap">
                  <h2 id="skills-user" className="grow">
                    {t('skills.from.user')}
                  </h2>
                  {shows && (
                    <Button
                      kind="quiet"
                      size="small"
                      icon={<FolderOpen className="icon icon-small" aria-hidden />}
                      onClick={() => show.mutate({})}
                    >
                      {t('skills.show_own')}
                    </Button>
                  )}
                </div>
                {mine.length === 0 && <p className="note">{t('skills.none_own')}</p>}
                {own && (
                  <p className="row wrap">
                    <code className="path-text">{own}</code>
                    <CopyButton text={own} />
                  </p>
                )}
                {mine.map(({ skills: members }) => rows(members))}
              </section>
              {groups
                .filter(({ source }) => source !== 'user')
                .map(({ source, pluginName, skills: members }) => (
                  <section key={source} aria-labelledby={`skills-${source}`}>
                    <h2 id={`skills-${source}`}>
                      {source === 'core'
                        ? t('skills.from.core')
                        : t('skills.from.plugin', { name: pluginName ?? source })}
                    </h2>
                    {rows(members)}
                  </section>
                ))}
            </>
          )
        }}
      </QueryView>
      {open && <SkillDialog skill={open} onClose={() => setOpen(null)} />}
    </>
  )
}
