import { Component, type ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { useText } from '../i18n/text.tsx'

interface Props {
  /** A new key (another screen) forgets the error. */
  readonly children: ReactNode
}

/** One broken screen must not take the window with it. */
export class ScreenBoundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return <Crashed error={this.state.error} onRetry={() => this.setState({ error: null })} />
  }
}

function Crashed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText()
  return (
    <main className="pane-main" role="alert">
      <EmptyState
        page
        title={t('error.crashed.title')}
        action={
          <Button kind="primary" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      >
        <p>{t('error.crashed.text')}</p>
        <details>
          <summary>{t('common.details')}</summary>
          <pre className="code" data-size="small">
            {error instanceof Error ? (error.stack ?? error.message) : String(error)}
          </pre>
        </details>
      </EmptyState>
    </main>
  )
}
