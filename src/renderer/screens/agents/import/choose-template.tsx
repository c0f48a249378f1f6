import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { TemplateView } from '../../../../shared/contract/templates.ts'
import { api } from '../../../api/client.ts'
import { Banner } from '../../../components/banner.tsx'
import { Button } from '../../../components/button.tsx'
import { Chip } from '../../../components/chip.tsx'
import { ChoiceGroup } from '../../../components/choice-group.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { ToolIcon } from '../../../components/tool-icon.tsx'
import { VisibleText } from '../../../components/visible-text.tsx'
import { type Text, useText } from '../../../i18n/text.tsx'

interface Props {
  readonly problem: string | null
  readonly busy: boolean
  readonly onTemplate: (key: string) => void
  readonly onFile: (file: File) => void
  readonly onClose: () => void
}

/** One of the templates that are there, or a file. Files tell nobody when they change: the list is read each time. */
export function ChooseTemplate({ problem, busy, onTemplate, onFile, onClose }: Props) {
  const t = useText()
  const templates = useQuery(api.templates.list.queryOptions({ staleTime: 0 }))
  const [chosen, setChosen] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const first = templates.data?.[0]?.key ?? null
  const key = chosen ?? first
  const off = key === null || busy
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('templates.choose.title')}
      description={t('templates.choose.text')}
      footer={
        <>
          <Button size="large" icon={<FileUp className="icon" aria-hidden />} onClick={() => input.current?.click()}>
            {t('templates.choose.file')}
          </Button>
          <span className="note grow">{t('templates.choose.drop')}</span>
          <Button size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" size="large" aria-disabled={off} onClick={() => key !== null && onTemplate(key)}>
            {t('templates.choose.review')}
          </Button>
          <input
            ref={input}
            type="file"
            accept=".json,application/json"
            className="visually-hidden"
            aria-label={t('templates.choose.file_input')}
            tabIndex={-1}
            onChange={event => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) onFile(file)
            }}
          />
        </>
      }
    >
      <div className="stack">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <QueryView query={templates} empty={<p className="muted">{t('templates.choose.none')}</p>}>
          {list => (
            <ChoiceGroup
              label={t('templates.choose.library')}
              value={key}
              onChange={setChosen}
              choices={list.map(template => ({
                value: template.key,
                title: template.name,
                icon: <ToolIcon icon={template.icon} />,
                text: <About template={template} t={t} />,
                chip: <Chip tone="line">{sourceName(template.source, t)}</Chip>,
              }))}
            />
          )}
        </QueryView>
      </div>
    </Dialog>
  )
}

function About({ template, t }: { template: TemplateView; t: Text }) {
  const [error] = template.problems.filter(({ severity }) => severity === 'error')
  if (error)
    return (
      <span data-tone="danger">
        {t('templates.choose.problems')}: <VisibleText text={error.message} />
      </span>
    )
  return (
    <>
      <VisibleText text={template.description} /> ({t('templates.choose.tools', { count: template.tools_count })})
    </>
  )
}

function sourceName(source: string, t: Text): string {
  if (source === 'core' || source === 'user') return t(`templates.source.${source}`)
  return t('templates.source.plugin', { slug: source })
}
