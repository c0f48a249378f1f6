import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PluginView } from '../../../shared/contract/plugins.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ToolWell } from '../../components/tool-icon.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { PluginProblems } from './plugin-problems.tsx'
import { SetUpTools } from './set-up-tools.tsx'
import { Steps } from './steps.tsx'
import { ToolReports } from './tool-reports.tsx'

interface Props {
  readonly plugin: PluginView
  readonly onClose: (to: string) => void
}

/** How loading went, a line per tool, then what is left to do until its tools work. */
export function LoadedSheet({ plugin: first, onClose }: Props) {
  const t = useText()
  const [plugin, setPlugin] = useState(first)
  const [step, setStep] = useState<2 | 3>(2)
  const reload = useMutation(api.plugins.reload.mutationOptions({ onSuccess: setPlugin }))
  const ok = plugin.tools.filter(tool => tool.ok).length
  const close = () => onClose(`/plugins/${encodeURIComponent(plugin.slug)}`)
  const failed = plugin.error !== null || plugin.state === 'failed'
  return (
    <Dialog
      open
      onClose={close}
      size="large"
      icon={<ToolWell icon={plugin.icon} size="large" />}
      title={
        <span className="row wrap review-title">
          {plugin.name} <span className="muted numeric">{plugin.version}</span>
        </span>
      }
      description={step === 2 ? summary() : t('plugins.setup.intro')}
      aside={<Steps current={step} />}
      footer={
        <>
          <span className="grow" />
          {failed && (
            <Button size="large" aria-disabled={reload.isPending} onClick={() => reload.mutate({ slug: plugin.slug })}>
              {t('plugins.load.retry')}
            </Button>
          )}
          {step === 2 && ok > 0 && (
            <Button size="large" onClick={close}>
              {t('plugins.done')}
            </Button>
          )}
          <Button kind="primary" size="large" onClick={step === 2 && ok > 0 ? () => setStep(3) : close}>
            {t(step === 2 && ok > 0 ? 'plugins.load.setup' : 'plugins.done')}
          </Button>
        </>
      }
    >
      {step === 2 ? (
        <div className="stack">
          {reload.isError && <Banner tone="danger">{shownError(reload.error).message}</Banner>}
          {plugin.error && (
            <>
              <Banner tone="danger">
                <VisibleText text={plugin.error.message} />
              </Banner>
              {plugin.error.detail && (
                <pre className="code" data-size="small">
                  <VisibleText text={plugin.error.detail} />
                </pre>
              )}
            </>
          )}
          <PluginProblems plugin={plugin} />
          {plugin.tools.length > 0 && <ToolReports tools={plugin.tools} />}
        </div>
      ) : (
        <SetUpTools slug={plugin.slug} />
      )}
    </Dialog>
  )

  function summary(): string {
    if (failed) return t('plugins.load.none')
    return ok === plugin.tools.length
      ? t('plugins.load.all', { count: ok })
      : t('plugins.load.some', { ok, total: plugin.tools.length })
  }
}
