import { type ComponentType, lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { EmptyState } from './components/empty-state.tsx'
import { useText } from './i18n/text.tsx'
import { ChatsScreen } from './screens/chats/chats-screen.tsx'
import { WelcomeWaiting } from './screens/welcome/welcome-waiting.tsx'

/** A screen loads when it is first opened; the chats are part of the first load. */
function screen<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) {
  return lazy(async () => ({ default: (await load())[name] }))
}

const ApprovalsScreen = screen(() => import('./screens/approvals/approvals-screen.tsx'), 'ApprovalsScreen')
const WelcomeScreen = screen(() => import('./screens/welcome/welcome-screen.tsx'), 'WelcomeScreen')
const AgentsScreen = screen(() => import('./screens/agents/agents-screen.tsx'), 'AgentsScreen')
const ToolsScreen = screen(() => import('./screens/tools/tools-screen.tsx'), 'ToolsScreen')
const PluginsScreen = screen(() => import('./screens/plugins/plugins-screen.tsx'), 'PluginsScreen')
const SettingsScreen = screen(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen')

/** Every address of the window. Screens read their parts with wouter's useParams(). */
export function Routes() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/chats" replace />
      </Route>
      <Route path="/welcome">
        <Suspense fallback={<WelcomeWaiting />}>
          <WelcomeScreen />
        </Suspense>
      </Route>
      <Route path="/chats/new/:agent?" component={ChatsScreen} />
      <Route path="/chats/:id?" component={ChatsScreen} />
      <Route path="/approvals/:call?" component={ApprovalsScreen} />
      <Route path="/agents/:id?/:tab?" component={AgentsScreen} />
      <Route path="/tools/:name?/:tab?/:scope?" component={ToolsScreen} />
      <Route path="/plugins/:slug?/:tab?" component={PluginsScreen} />
      <Route path="/settings/:section?" component={SettingsScreen} />
      <Route component={NothingHere} />
    </Switch>
  )
}

function NothingHere() {
  const t = useText()
  return (
    <main className="pane-main">
      <EmptyState page title={t('error.not_found.title')}>
        {t('error.not_found.text')}
      </EmptyState>
    </main>
  )
}
