import type { TemplateImportResult } from '../../../../shared/contract/templates.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useText } from '../../../i18n/text.tsx'
import { ProblemList } from './problem-list.tsx'

/** The agent is there, but not everything of its template: what, and what to do about it. */
export function ImportedSheet({ result, onClose }: { result: TemplateImportResult; onClose: (to: string) => void }) {
  const t = useText()
  const { agent, warnings, tools_enabled: tools } = result
  const open = () => onClose(`/agents/${agent.id}/tools`)
  return (
    <Dialog
      open
      onClose={open}
      title={t('templates.done.title', { name: agent.name })}
      description={t('templates.done.text')}
      footer={
        <>
          <span className="grow" />
          <Button kind="primary" size="large" onClick={open}>
            {t('templates.done.open')}
          </Button>
        </>
      }
    >
      <ProblemList problems={[...warnings, ...tools.flatMap(tool => tool.warnings)]} />
    </Dialog>
  )
}
