import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgentView } from '../../../shared/contract/agents.ts'
import type { TemplateExport } from '../../../shared/contract/templates.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Switch } from '../../components/switch.tsx'
import { toast } from '../../components/toast.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'

/** The agent as a template: exactly what goes into the file, before it is saved. */
export function ExportSheet({ agent, onClose }: { agent: AgentView; onClose: () => void }) {
  const t = useText()
  const [settings, setSettings] = useState(true)
  const [notes, setNotes] = useState(true)
  const input = { id: agent.id, include_settings: settings, include_notes: notes }
  const preview = useQuery(
    api.templates.exportAgent.queryOptions({ input, staleTime: 0, placeholderData: before => before }),
  )
  const save = useMutation(
    api.templates.save.mutationOptions({
      onSuccess: ({ saved, export: file }) => {
        if (saved === false) return
        if (saved === null) download(file)
        toast(t('templates.export.saved', { name: agent.name }))
        onClose()
      },
    }),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('templates.export.title', { name: agent.name })}
      description={t('templates.export.text')}
      footer={
        <>
          <span className="grow" />
          <Button size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" size="large" aria-disabled={save.isPending} onClick={() => save.mutate(input)}>
            {t('templates.export.save')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {save.isError && <Banner tone="danger">{shownError(save.error).message}</Banner>}
        <Include
          label={t('templates.export.settings')}
          text={t('templates.export.settings_text')}
          on={settings}
          onChange={setSettings}
        />
        <Include
          label={t('templates.export.notes')}
          text={t('templates.export.notes_text')}
          on={notes}
          onChange={setNotes}
        />
        <QueryView query={preview}>
          {file => (
            <>
              {file.left_out.length > 0 && (
                <section>
                  <h3>{t('templates.export.left_out')}</h3>
                  <ul className="plain-list">
                    {file.left_out.map(sentence => (
                      <li key={sentence}>
                        <VisibleText text={sentence} />
                      </li>
                    ))}
                  </ul>
                </section>
              )}
              <section>
                <div className="row">
                  <h3 className="grow">
                    {t('templates.export.file')} <code>{file.file_name}</code>
                  </h3>
                  <CopyButton text={file.text} />
                </div>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
                <div className="code template-text template-file" tabIndex={0}>
                  <VisibleText text={file.text} />
                </div>
              </section>
            </>
          )}
        </QueryView>
      </div>
    </Dialog>
  )
}

interface IncludeProps {
  readonly label: string
  readonly text: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

function Include({ label, text, on, onChange }: IncludeProps) {
  return (
    <div className="row">
      <span className="grow">
        <strong>{label}</strong> <span className="muted">{text}</span>
      </span>
      <Switch checked={on} label={label} onChange={onChange} />
    </div>
  )
}

/** In a browser the file is saved as any download. */
function download({ text, file_name: name }: TemplateExport): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
