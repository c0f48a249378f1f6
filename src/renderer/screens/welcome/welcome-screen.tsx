import { useQueries } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ErrorPane } from '../../components/error-pane.tsx'
import { WelcomeSteps } from './welcome-steps.tsx'
import { WelcomeWaiting } from './welcome-waiting.tsx'

/** The first run. What it builds on is loaded before it asks anything. */
export function WelcomeScreen() {
  const queries = useQueries({
    queries: [
      api.system.info.queryOptions(),
      api.system.preferences.queryOptions(),
      api.models.drivers.queryOptions(),
      api.models.list.queryOptions(),
      api.agents.list.queryOptions(),
      api.agents.starters.queryOptions(),
    ],
  })
  const [info, preferences, drivers, models, agents, starters] = queries
  const failed = queries.find(query => query.isError && query.data === undefined)
  if (failed)
    return (
      <main className="pane-main">
        <ErrorPane error={failed.error} onRetry={() => queries.forEach(query => void query.refetch())} />
      </main>
    )
  if (!info.data || !preferences.data || !drivers.data || !models.data || !agents.data || !starters.data)
    return <WelcomeWaiting />
  return (
    <WelcomeSteps
      info={info.data}
      preferences={preferences.data}
      drivers={drivers.data}
      models={models.data}
      agents={agents.data}
      starters={starters.data}
    />
  )
}
