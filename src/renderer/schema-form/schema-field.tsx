import { Info, Undo2, X } from 'lucide-react'
import { useId } from 'react'
import type { ArgumentProblem } from '../../shared/contract/calls.ts'
import { Button } from '../components/button.tsx'
import { Tooltip } from '../components/tooltip.tsx'
import { visible } from '../components/visible.ts'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { controlFor } from './field-controls.tsx'
import { FoldedValue } from './folded-value.tsx'
import { hiddenPart } from './form-layout.ts'
import type { Parameter } from './read-schema.ts'
import { valueText } from './value-text.ts'

interface Props {
  readonly parameter: Parameter
  readonly value: unknown
  /** What it was before the person touched it; undefined: it was not there. */
  readonly original: unknown
  readonly changed: boolean
  readonly problems: readonly ArgumentProblem[]
  readonly opened: boolean
  readonly onOpen: () => void
  /** undefined leaves the parameter out. */
  readonly onChange: (value: unknown) => void
  readonly onBroken: (broken: boolean) => void
}

/** One parameter: label, control, what changed, what is wrong. */
export function SchemaField(props: Props) {
  const { parameter, value, original, changed, problems, opened, onOpen, onChange, onBroken } = props
  const t = useText()
  const id = useId()
  const unseen = typeof value === 'string' && visible(value).some(part => part.hidden)
  const notes = [
    parameter.description && `${id}-about`,
    changed && `${id}-was`,
    problems.length > 0 && `${id}-why`,
  ].filter(Boolean)
  const describedBy = notes.length > 0 ? notes.join(' ') : undefined
  const Control = controlFor(parameter, value)
  const folded = hiddenPart(value) > 0 && !opened

  return (
    <div className="form-row" data-key={parameter.key}>
      <div className="form-label">
        <label id={`${id}-label`} htmlFor={id}>
          <VisibleText text={parameter.label} />
        </label>
        {parameter.required && (
          <span className="required" role="img" aria-label={t('common.required')}>
            *
          </span>
        )}
        {parameter.description && (
          <>
            <Tooltip text={<VisibleText text={parameter.description} />}>
              <button type="button" className="about" aria-label={t('form.about')} aria-describedby={`${id}-label`}>
                <Info className="icon" aria-hidden />
              </button>
            </Tooltip>
            <span id={`${id}-about`} className="visually-hidden">
              {parameter.description}
            </span>
          </>
        )}
      </div>
      <div className="form-value">
        {folded ? (
          <FoldedValue value={value} onOpen={onOpen} describedBy={`${id}-label`} />
        ) : parameter.fixed ? (
          <span id={id} className="value-line">
            <VisibleText text={valueText(value, Number.POSITIVE_INFINITY)} />
          </span>
        ) : (
          <Control
            key={Control.name}
            parameter={parameter}
            value={value}
            onChange={onChange}
            id={id}
            describedBy={describedBy}
            invalid={problems.length > 0}
            changed={changed}
            onBroken={onBroken}
          />
        )}
        {value === undefined && original !== undefined && <span className="note">{t('form.left_out')}</span>}
        {changed && (
          <>
            <span className="changed-dot" />
            <span id={`${id}-was`} className="note" data-tone="info">
              {original === undefined ? (
                t('form.added')
              ) : (
                <>
                  {t('form.changed_was')}{' '}
                  <del>
                    <VisibleText text={valueText(original, 40)} />
                  </del>
                </>
              )}
            </span>
            <Button
              kind="quiet"
              size="small"
              icon={<Undo2 className="icon icon-small" aria-hidden />}
              aria-label={t('form.put_back', { value: valueText(original, 40) })}
              aria-describedby={`${id}-label`}
              onClick={() => onChange(original)}
            />
          </>
        )}
        {!parameter.required && !parameter.fixed && value !== undefined && !changed && (
          <Button
            kind="quiet"
            size="small"
            className="leave-out"
            icon={<X className="icon icon-small" aria-hidden />}
            aria-label={t('form.leave_out')}
            aria-describedby={`${id}-label`}
            title={t('form.leave_out')}
            onClick={() => onChange(undefined)}
          />
        )}
        {problems.length > 0 && (
          <span id={`${id}-why`} className="note" data-tone="danger">
            <VisibleText text={problems.map(problem => problem.message).join(' ')} />
          </span>
        )}
        {unseen && !folded && !parameter.fixed && (
          <span className="note" data-tone="danger">
            {t('form.unseen')}{' '}
            <span className="as-it-is">{typeof value === 'string' && <VisibleText text={value} />}</span>
          </span>
        )}
      </div>
    </div>
  )
}
