import { Popover } from '@base-ui/react/popover'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { Button } from '../../components/button.tsx'
import { useText } from '../../i18n/text.tsx'

const number = new Intl.NumberFormat()

/** Most chats cost fractions of a cent. */
function money(dollars: number): string {
  const digits = dollars > 0 && dollars < 1 ? 4 : 2
  return new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(dollars)
}

/** The step counter; opens what the chat has used so far. */
export function Usage({ task }: { task: TaskView }) {
  const t = useText()
  const { usage, model } = task
  const rows: readonly (readonly [string, string])[] = [
    [
      t('chats.usage.model'),
      model ? (model.is_ai ? model.name : t('status.not_ai', { name: model.name })) : t('common.none'),
    ],
    [t('chats.usage.input'), number.format(usage.input_tokens)],
    [t('chats.usage.cached'), number.format(usage.cached_tokens)],
    ...(usage.cache_write_tokens > 0
      ? [[t('chats.usage.cache_write'), number.format(usage.cache_write_tokens)] as const]
      : []),
    [t('chats.usage.output'), number.format(usage.output_tokens)],
    [t('chats.usage.reasoning'), number.format(usage.reasoning_tokens)],
    ...(usage.cost === undefined ? [] : [[t('chats.usage.cost'), money(usage.cost)] as const]),
  ]
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <Button kind="quiet" size="small" className="numeric">
            {t('chats.step', { step: task.step_count, max: task.max_steps })}
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner className="menu-positioner" sideOffset={4} align="end">
          <Popover.Popup className="menu popover">
            <Popover.Title className="menu-title">{t('chats.usage')}</Popover.Title>
            <dl className="facts numeric">
              {rows.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {usage.sub_agents > 0 && <p className="note">{t('chats.usage.sub_agents', { count: usage.sub_agents })}</p>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
