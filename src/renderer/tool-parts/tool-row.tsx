import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AgentToolView } from '../../shared/contract/agents.ts'
import type { ToolView } from '../../shared/contract/tools.ts'
import { ToolWell } from '../components/tool-icon.tsx'
import { OperationCount } from './operation-count.tsx'
import { troubleOf } from './tool-facts.ts'
import { ApprovalChip, ToolStateChip } from './tool-state-chip.tsx'
import { ToolTrouble } from './tool-trouble.tsx'

interface Props {
  readonly tool: ToolView
  readonly href: string
  /** When the row is about one agent. */
  readonly has?: AgentToolView
  /** At the end: a switch, a button. */
  readonly children?: ReactNode
}

/** A tool as a row: the same facts as its tile. */
export function ToolRow({ tool, href, has, children }: Props) {
  const trouble = troubleOf(tool)
  return (
    <div className="tool-row">
      <ToolWell icon={tool.icon} size="small" />
      <div className="grow">
        <div className="row">
          <Link className="tool-row-name clip" href={href} data-tile="">
            {tool.display_name}
          </Link>
          <span className="tile-id clip hide-narrow">{tool.qualified_name}</span>
        </div>
        {trouble ? (
          <ToolTrouble tool={tool} state={trouble} />
        ) : (
          <p className="tool-row-text clip">{tool.description}</p>
        )}
      </div>
      <span className="tool-row-facts hide-narrow">
        {!trouble && <OperationCount tool={tool} asAgentHasIt={has} />}
      </span>
      <span className="row">
        {!trouble && <ApprovalChip approval={tool.approval} />}
        <ToolStateChip tool={tool} />
      </span>
      <span className="row">{children}</span>
    </div>
  )
}
