import { Archive, ArchiveRestore, Copy, Ellipsis, FileDown, Trash2 } from 'lucide-react'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { Button } from '../../components/button.tsx'
import { Menu } from '../../components/menu.tsx'
import { useText } from '../../i18n/text.tsx'
import { useAgentActions } from './use-agent-actions.tsx'

export function AgentMenu({ agent }: { agent: AgentView }) {
  const t = useText()
  const actions = useAgentActions(agent)
  return (
    <>
      <Menu
        trigger={
          <Button
            kind="quiet"
            size="small"
            icon={<Ellipsis className="icon" aria-hidden />}
            aria-label={t('agents.actions', { name: agent.name })}
          />
        }
        actions={[
          { label: t('agents.duplicate'), icon: <Copy className="icon" aria-hidden />, onSelect: actions.duplicate },
          {
            label: t('templates.export'),
            icon: <FileDown className="icon" aria-hidden />,
            onSelect: actions.askExport,
          },
          agent.archived
            ? {
                label: t('agents.restore'),
                icon: <ArchiveRestore className="icon" aria-hidden />,
                onSelect: () => actions.setArchived(false),
              }
            : {
                label: t('agents.archive'),
                icon: <Archive className="icon" aria-hidden />,
                onSelect: () => actions.setArchived(true),
              },
          null,
          {
            label: t('agents.delete'),
            icon: <Trash2 className="icon" aria-hidden />,
            danger: true,
            onSelect: actions.askDelete,
          },
        ]}
      />
      {actions.confirm}
    </>
  )
}
