import type { DriverView, ModelConfigView } from '../../../shared/contract/models.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useText } from '../../i18n/text.tsx'
import { ModelChooser } from '../../model-form/model-chooser.tsx'
import { useModelSetup } from '../../model-form/use-model-setup.ts'
import { useDialogGuard } from '../../unsaved/use-dialog-guard.tsx'

interface Props {
  readonly drivers: readonly DriverView[]
  readonly models: readonly ModelConfigView[]
  readonly secretStore: string
  readonly onClose: () => void
}

export function AddModelDialog({ drivers, models, secretStore, onClose }: Props) {
  const t = useText()
  const setup = useModelSetup(drivers, models, models.length === 0)
  const missing = setup.missing.map(setting => setting.label).join(', ')
  const off = !setup.ready || missing !== '' || setup.save.isPending
  const guarded = useDialogGuard(setup.touched && !setup.save.isSuccess, {
    busy: setup.save.isPending,
    what: t('settings.models.add_title'),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={guarded.canClose}
      title={t('settings.models.add_title')}
      footer={
        <>
          <span
            id="add-model-why"
            className="note grow"
            data-tone={guarded.why ? 'wait' : undefined}
            role={guarded.why ? 'status' : undefined}
          >
            {guarded.why ?? (setup.ready && missing !== '' && t('settings.model.fill_first', { labels: missing }))}
          </span>
          <Button size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            kind="primary"
            size="large"
            aria-disabled={off}
            aria-describedby="add-model-why"
            onClick={() =>
              setup.save.mutate(undefined, {
                onSuccess: () => {
                  toast(t('settings.saved'))
                  onClose()
                },
              })
            }
          >
            {t('settings.models.save')}
          </Button>
        </>
      }
    >
      {guarded.guard}
      <ModelChooser drivers={drivers} setup={setup} secretStore={secretStore} />
    </Dialog>
  )
}
