import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AgentToolView } from '../../shared/contract/agents.ts'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { Banner } from '../components/banner.tsx'
import { toast } from '../components/toast.tsx'
import { useText } from '../i18n/text.tsx'
import { OperationsTable } from './operations-table.tsx'

interface Props {
  readonly agent: { readonly id: number; readonly name: string }
  readonly has: AgentToolView
}

/** The operations table of one agent and one tool. A choice counts at once; the way back stands in its row. */
export function AgentOperations({ agent, has }: Props) {
  const t = useText()
  const queries = useQueryClient()
  const toolsKey = api.agents.tools.queryKey({ input: { id: agent.id } })
  const setOperation = useMutation(
    api.agents.setOperation.mutationOptions({
      onSuccess: changed => {
        queries.setQueryData(toolsKey, tools =>
          tools?.map(each => (each.tool.tool_class === changed.tool.tool_class ? changed : each)),
        )
        if (changed.suspended_rules) toast(t('rules.suspended', { count: changed.suspended_rules }))
      },
    }),
  )
  return (
    <>
      {setOperation.isError && <Banner tone="danger">{shownError(setOperation.error).message}</Banner>}
      <OperationsTable
        agentName={agent.name}
        operations={has.operations}
        onChange={(operation, change) =>
          setOperation.mutate({ id: agent.id, tool_class: has.tool.tool_class, operation, ...change })
        }
      />
    </>
  )
}
