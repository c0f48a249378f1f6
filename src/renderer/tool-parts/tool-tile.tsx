import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ToolView } from '../../shared/contract/tools.ts'
import { ToolWell } from '../components/tool-icon.tsx'
import { AgentAvatars } from './agent-avatars.tsx'
import { OperationCount } from './operation-count.tsx'
import { troubleOf } from './tool-facts.ts'
import { toolPath } from './tool-path.ts'
import { ApprovalChip, ToolStateChip } from './tool-state-chip.tsx'
import { ToolTrouble } from './tool-trouble.tsx'

interface Props {
  readonly tool: ToolView
  /** The one button of the tile, for the fix. */
  readonly action?: ReactNode
  readonly tabIndex?: number
}

/** A tool in the grid. The whole tile opens it; the button does not nest in the link. */
export function ToolTile({ tool, action, tabIndex }: Props) {
  const trouble = troubleOf(tool)
  return (
    <article className="tile" data-state={tool.state === 'on' ? undefined : 'off'} data-trouble={trouble ?? undefined}>
      <div className="tile-head">
        <ToolWell icon={tool.icon} />
        <div className="grow">
          <Link className="tile-name clip" href={toolPath(tool)} tabIndex={tabIndex} data-tile="">
            {tool.display_name}
          </Link>
          <div className="tile-id clip">{tool.qualified_name}</div>
        </div>
      </div>
      {trouble !== 'load_error' && <p className="tile-text">{tool.description}</p>}
      {trouble ? (
        <ToolTrouble tool={tool} state={trouble} />
      ) : (
        <div className="tile-facts">
          <OperationCount tool={tool} />
          <AgentAvatars agents={tool.used_by} />
        </div>
      )}
      <div className="tile-foot">
        <ToolStateChip tool={tool} />
        {trouble ? <span className="grow" /> : <ApprovalChip approval={tool.approval} />}
        {action}
      </div>
    </article>
  )
}
