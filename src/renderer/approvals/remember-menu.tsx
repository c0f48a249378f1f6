import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { CallView, Decision } from '../../shared/contract/calls.ts'
import { humanize } from '../calls/humanize.ts'
import { Button } from '../components/button.tsx'
import { Kbd } from '../components/kbd.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { RememberDialog } from './remember-dialog.tsx'

export type Remember = Decision['remember']

interface Props {
  readonly call: CallView
  /** The arguments as they would be approved now. */
  readonly values: Readonly<Record<string, unknown>>
  readonly description: string
  readonly off: boolean
  readonly onApprove: (remember: Remember) => void
  readonly onNever: () => void
}

/** Beside Approve: for how long it is said. Nothing broader than one operation of one agent is one click (P5). */
export function RememberMenu({ call, values, description, off, onApprove, onNever }: Props) {
  const t = useText()
  const [more, setMore] = useState(false)
  const scopes = call.rememberable ?? []
  if (scopes.length === 0) return null
  const agent = call.agent.name
  const subAgent = (call.path?.length ?? 1) > 1
  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          disabled={off}
          render={
            <Button
              kind="primary"
              icon={<ChevronDown className="icon icon-small" aria-hidden />}
              aria-label={t('remember.how_long')}
            />
          }
        />
        <Menu.Portal>
          <Menu.Positioner className="menu-positioner" side="top" sideOffset={4} align="end">
            <Menu.Popup className="menu remember-menu">
              <Menu.Group>
                <Menu.GroupLabel className="menu-title">{t('remember.title')}</Menu.GroupLabel>
                <Menu.Item className="menu-item" onClick={() => onApprove(undefined)}>
                  <Check className="icon" aria-hidden />
                  <span>{t('remember.once')}</span>
                  <Kbd keys="a" />
                </Menu.Item>
                <Menu.Item className="menu-item" onClick={() => onApprove({ scope: 'task' })}>
                  <span />
                  <span>{t(subAgent ? 'remember.sub_chat' : 'remember.chat')}</span>
                </Menu.Item>
                {scopes.includes('agent') && (
                  <Menu.Item className="menu-item" onClick={() => onApprove({ scope: 'agent' })}>
                    <span />
                    <span>
                      <VisibleText text={t('remember.agent', { agent, what: whatOf(call) })} />
                    </span>
                  </Menu.Item>
                )}
                <Menu.Item className="menu-item" onClick={() => setMore(true)}>
                  <span />
                  <span>{t('remember.more')}</span>
                </Menu.Item>
              </Menu.Group>
              <Menu.Separator className="menu-line" />
              <Menu.Item className="menu-item" data-kind="danger" onClick={onNever}>
                <span />
                <span>
                  <VisibleText text={t('remember.never', { agent })} />
                </span>
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {more && (
        <RememberDialog
          call={call}
          values={values}
          description={description}
          onClose={() => setMore(false)}
          onApprove={remember => {
            setMore(false)
            onApprove(remember)
          }}
        />
      )}
    </>
  )
}

/** “create event”, as it goes on after “Planner may”. */
function whatOf({ operation, display_name }: CallView): string {
  const words = humanize(operation ?? display_name)
  return words.charAt(0).toLowerCase() + words.slice(1)
}
