import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { shownError } from '../api/error.ts'
import { useText } from '../i18n/text.tsx'
import { Button } from './button.tsx'
import { VisibleText } from './visible-text.tsx'

const manager = Toast.createToastManager()
const UNDO_MS = 10_000

let last = { text: '', id: '' }

/**
 * A passing word that something is done; said again at once, it takes its own place. Errors do not come as toasts: they
 * stand where they happened.
 */
export function toast(text: string): void {
  if (last.text === text) manager.close(last.id)
  last = { text, id: manager.add({ title: <VisibleText text={text} /> }) }
}

/** Says what was done and offers it back for ten seconds. Where it was done may be gone by then, so a failure is said here. */
export function toastUndo(text: string, undoLabel: string, undo: () => unknown): void {
  const id = manager.add({
    title: <VisibleText text={text} />,
    timeout: UNDO_MS,
    actionProps: {
      children: undoLabel,
      onClick: () => {
        manager.close(id)
        void Promise.resolve(undo()).catch(error => toast(shownError(error).message))
      },
    },
  })
}

export function Toasts() {
  const t = useText()
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label={t('toasts.label')}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const t = useText()
  const { toasts } = Toast.useToastManager()
  return toasts.map(item => (
    <Toast.Root key={item.id} toast={item} className="toast">
      <Toast.Content className="row">
        <Toast.Title className="grow" render={<span />} />
        {item.actionProps && <Toast.Action className="button" data-size="small" />}
        <Toast.Close
          render={
            <Button
              kind="quiet"
              size="small"
              icon={<X className="icon" aria-hidden />}
              aria-label={t('common.dismiss')}
            />
          }
        />
      </Toast.Content>
    </Toast.Root>
  ))
}
