import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AgentToolView } from '../../shared/contract/agents.ts'
import { api } from '../api/client.ts'
import { hasCode, shownError } from '../api/error.ts'
import { EnableSheet } from './enable-sheet.tsx'
import { missingOf } from './missing-of.ts'
import { rememberedFor } from './remembered-for.ts'
import { runsWithoutAsking } from './runs-without-asking.ts'

export interface ToolSwitch {
  readonly toggle: (has: AgentToolView, enabled: boolean) => void
  readonly pending: string | null
  /** Why the last switch did not go through. */
  readonly error: string | null
  /** Put it on the page: the sheet that opens when there is something to fill in or to know. */
  readonly sheet: ReactNode
}

/**
 * Turns tools of one agent on and off. On goes through a sheet when required settings are missing or something would
 * run without asking; a tool whose every operation asks is simply on.
 */
export function useToolSwitch(agent: { readonly id: number; readonly name: string }): ToolSwitch {
  const queries = useQueryClient()
  const rules = useQuery(api.rules.list.queryOptions())
  const remembered = ({ tool }: AgentToolView) => rememberedFor(rules.data ?? [], agent.id, tool.tool_class).length
  const [opening, setOpening] = useState<AgentToolView | null>(null)
  const setTool = useMutation(
    api.agents.setTool.mutationOptions({
      onSuccess: () => {
        void queries.invalidateQueries({ queryKey: api.agents.key() })
        void queries.invalidateQueries({ queryKey: api.tools.key() })
      },
    }),
  )
  return {
    toggle(has, enabled) {
      const { tool } = has
      if (enabled && tool.missing_required.length + runsWithoutAsking(tool, has).length + remembered(has) > 0)
        return setOpening(has)
      setTool.mutate(
        { id: agent.id, tool_class: has.tool.tool_class, enabled },
        // Settings went missing since this page was loaded: ask for them instead of only refusing.
        {
          onError(error) {
            const missing = missingOf(error)
            if (missing) setOpening({ ...has, tool: { ...tool, missing_required: missing } })
          },
        },
      )
    },
    pending: setTool.isPending ? setTool.variables.tool_class : null,
    error: setTool.isError && !hasCode(setTool.error, 'SETTINGS_MISSING') ? shownError(setTool.error).message : null,
    sheet: opening && (
      <EnableSheet agent={agent} has={opening} remembered={remembered(opening)} onClose={() => setOpening(null)} />
    ),
  }
}
