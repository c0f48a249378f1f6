import { Check, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ModelTestResult as Result } from '../../shared/contract/models.ts'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'

/** What a test found, as a few facts; a failure in words, with what came back folded. */
export function ModelTestResult({ result }: { result: Result }) {
  const t = useText()
  const section = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each result is brought into view, in a small window too
  useEffect(() => {
    // In braces: scrolling answers a promise, and what an effect answers is called when it ends.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  return (
    <section ref={section} className="stack test-result" role="status" aria-label={t('settings.test.results')}>
      {result.error ? <Failure error={result.error} /> : <Facts result={result} />}
      {result.steps.length > 0 && (
        <details>
          <summary className="note">{t('settings.test.steps')}</summary>
          <ul className="test-steps">
            {result.steps.map(step => (
              <li key={step.name} className="outcome" data-tone={step.ok ? 'ok' : 'danger'}>
                {step.ok ? <Check className="icon" aria-hidden /> : <CircleX className="icon" aria-hidden />}
                <span>
                  <strong>{step.name}</strong> <VisibleText text={step.message} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Failure({ error }: { error: NonNullable<Result['error']> }) {
  const t = useText()
  return (
    <>
      <p className="note" data-tone="danger">
        <CircleX className="icon" aria-hidden />
        <VisibleText text={error.message} />
      </p>
      {error.raw && (
        <details>
          <summary className="note">{t('settings.test.raw', { code: error.code })}</summary>
          <pre className="code" data-size="small">
            <VisibleText text={error.raw} />
          </pre>
        </details>
      )}
    </>
  )
}

function Facts({ result }: { result: Result }) {
  const t = useText()
  return (
    <div className="row wrap test-facts">
      {result.latency_ms !== null && <Fact good text={t('settings.test.works_in', { ms: result.latency_ms })} />}
      {result.models && <Fact good text={t('settings.test.models', { count: result.models.length })} />}
      {result.streams !== null && (
        <Fact good={result.streams} text={t(result.streams ? 'settings.test.streams' : 'settings.test.no_streams')} />
      )}
      {result.calls_tools !== null && (
        <Fact
          good={result.calls_tools}
          text={t(result.calls_tools ? 'settings.test.tools' : 'settings.test.no_tools')}
        />
      )}
    </div>
  )
}

function Fact({ good, text }: { good: boolean; text: string }) {
  return (
    <span className="outcome numeric" data-tone={good ? 'ok' : 'warn'}>
      {good ? <Check className="icon" aria-hidden /> : <TriangleAlert className="icon" aria-hidden />}
      {text}
    </span>
  )
}
