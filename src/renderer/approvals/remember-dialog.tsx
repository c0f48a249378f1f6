import { useState } from 'react'
import type { CallView, RuleScope } from '../../shared/contract/calls.ts'
import { humanize } from '../calls/humanize.ts'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/checkbox.tsx'
import { ChoiceGroup } from '../components/choice-group.tsx'
import { Dialog } from '../components/dialog.tsx'
import { InlineMarkdown } from '../components/inline-markdown.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import type { Remember } from './remember-menu.tsx'

interface Props {
  readonly call: CallView
  readonly values: Readonly<Record<string, unknown>>
  /** What the call would do with these values. */
  readonly description: string
  readonly onApprove: (remember: NonNullable<Remember>) => void
  readonly onClose: () => void
}

/** A rule in full: for whom, and bound to which exact values. */
export function RememberDialog({ call, values, description, onApprove, onClose }: Props) {
  const t = useText()
  const [scope, setScope] = useState<RuleScope>('task')
  const [bound, setBound] = useState<ReadonlySet<string>>(new Set())
  const agent = call.agent.name
  const { [call.discriminator_key ?? '']: _, ...args } = values
  const names = inOrder(call.parameter_schema, Object.keys(args))

  function bind(name: string, on: boolean) {
    const next = new Set(bound)
    if (on) next.add(name)
    else next.delete(name)
    setBound(next)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('remember.dialog_title')}
      description={<InlineMarkdown text={description} />}
      footer={
        <>
          <span className="note grow">{t('remember.where')}</span>
          <Button size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" size="large" onClick={() => onApprove({ scope, arguments: [...bound] })}>
            {t('remember.approve')}
          </Button>
        </>
      }
    >
      <div className="stack dialog-form">
        <ChoiceGroup
          label={t('remember.for_whom')}
          value={scope}
          choices={(call.rememberable ?? []).map(value => ({
            value,
            title: t(`remember.scope.${value}`, { agent }),
            text: t(`remember.scope.${value}_text`, { agent }),
          }))}
          onChange={setScope}
        />
        {names.length > 0 && (
          <fieldset className="stack remember-values">
            <legend className="form-label">{t('remember.only_with')}</legend>
            {names.map(name => (
              <div key={name} className="row">
                <Checkbox
                  label={t('remember.only_when', { name: humanize(name) })}
                  checked={bound.has(name)}
                  onChange={on => bind(name, on)}
                />
                <span>{humanize(name)}</span>
                <code className="clip grow">
                  <VisibleText text={JSON.stringify(args[name])} />
                </code>
              </div>
            ))}
            <p className="note">{t(bound.size === 0 ? 'remember.any_values' : 'remember.exact_values')}</p>
          </fieldset>
        )}
      </div>
    </Dialog>
  )
}

/** As the tool declares them; what it does not declare comes last. */
function inOrder(schema: string | null, names: readonly string[]): string[] {
  const declared = schema ? Object.keys((JSON.parse(schema) as { properties?: object }).properties ?? {}) : []
  const place = (name: string) => (declared.includes(name) ? declared.indexOf(name) : declared.length)
  return names.toSorted((a, b) => place(a) - place(b))
}
