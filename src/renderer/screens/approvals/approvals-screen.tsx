import { useQuery } from '@tanstack/react-query'
import { Hand, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import type { CallView } from '../../../shared/contract/calls.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { DetailPane, Stage } from '../../components/panes.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useText } from '../../i18n/text.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CallFilters, type Filter, filterCalls, noFilter } from './call-filters.tsx'
import { CallReview } from './call-review.tsx'
import { InboxList } from './inbox-list.tsx'
import { LastDecided } from './last-decided.tsx'

/** Every call that waits, over all chats: one under review, several decided together. */
export function ApprovalsScreen() {
  const t = useText()
  const pending = useQuery(api.calls.pending.queryOptions())
  const [filter, setFilter] = useState<Filter>(noFilter)
  const calls = filterCalls(pending.data ?? [], filter)
  return (
    <Stage panes={calls.length > 0 ? 'review' : undefined}>
      <DetailPane
        title={
          <>
            <h1 className="bar-title">{t('approvals.title')}</h1>
            {calls.length > 0 && (
              <Chip tone="wait" icon={<Hand className="icon" aria-hidden />}>
                {t('approvals.count', { count: calls.length })}
              </Chip>
            )}
          </>
        }
        actions={
          <>
            <CallFilters calls={pending.data ?? []} filter={filter} onChange={setFilter} />
            <Link className="button" data-kind="quiet" href="/settings/permissions">
              <ShieldCheck className="icon" aria-hidden />
              {t('approvals.rules')}
            </Link>
          </>
        }
      >
        <QueryView
          query={pending}
          isEmpty={list => filterCalls(list, filter).length === 0}
          empty={
            pending.data?.length ? (
              <EmptyState
                title={t('approvals.no_match')}
                action={<Button onClick={() => setFilter(noFilter)}>{t('approvals.clear_filters')}</Button>}
              />
            ) : (
              <div className="scroll">
                <EmptyState title={t('approvals.none')}>{t('approvals.none_text')}</EmptyState>
                <LastDecided />
              </div>
            )
          }
        >
          {() => <Inbox calls={calls} />}
        </QueryView>
      </DetailPane>
      {calls.length > 0 && <Review calls={calls} />}
    </Stage>
  )
}

function useCurrent(calls: readonly CallView[]) {
  const { call: wanted } = useParams<{ call?: string }>()
  const [, navigate] = useLocation()
  // When the current call is decided, the one that takes its place is next.
  const place = useRef(0)
  const found = calls.findIndex(call => call.id === wanted)
  if (found >= 0) place.current = found
  const current = calls[found >= 0 ? found : Math.min(place.current, calls.length - 1)]
  return {
    current,
    index: current ? calls.indexOf(current) : -1,
    go: (call: CallView | undefined) => call && navigate(`/approvals/${call.id}`, { replace: true }),
  }
}

function Inbox({ calls }: { calls: readonly CallView[] }) {
  const { current, go } = useCurrent(calls)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selected = calls.filter(call => ticked.has(call.id))
  return (
    <>
      <InboxList calls={calls} current={current?.id ?? null} onCurrent={go} ticked={ticked} onTick={setTicked} />
      <BulkBar selected={selected} onDone={() => setTicked(new Set())} />
    </>
  )
}

function Review({ calls }: { calls: readonly CallView[] }) {
  const { current, index, go } = useCurrent(calls)
  if (!current) return null
  return (
    <CallReview
      key={current.id}
      call={current}
      index={index}
      count={calls.length}
      onPrevious={() => go(calls[index - 1])}
      onNext={() => go(calls[index + 1])}
    />
  )
}
