import { useMutation } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { DriverView, ModelConfigView } from '../../../shared/contract/models.ts'
import { api } from '../../api/client.ts'
import { hasCode, shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { useText } from '../../i18n/text.tsx'
import {
  clashingSettings,
  editModelForm,
  missingInForm,
  modelDraftOf,
  rebasedForm,
} from '../../model-form/model-draft.ts'
import { ModelFields } from '../../model-form/model-fields.tsx'
import { ModelFindings } from '../../model-form/model-findings.tsx'
import { useModelTest } from '../../model-form/use-model-test.ts'
import { AsksFirst } from '../../secret-store/asks-first.tsx'
import { fieldErrors } from '../../settings-panel/field-draft.ts'
import { ConflictBanner } from '../../unsaved/conflict-banner.tsx'
import { useDialogGuard } from '../../unsaved/use-dialog-guard.tsx'

interface Props {
  readonly model: ModelConfigView
  /** Meanwhile, in another window: what was typed stays to be read. */
  readonly deleted: boolean
  readonly driver: DriverView | undefined
  readonly secretStore: string
  readonly onClose: () => void
}

export function EditModelDialog({ driver, ...props }: Props) {
  return driver ? <Editor driver={driver} {...props} /> : null
}

function Editor({ model, deleted, driver, secretStore, onClose }: Props & { readonly driver: DriverView }) {
  const t = useText()
  const test = useModelTest()
  const [form, setForm] = useState(() => editModelForm(driver, model))
  // What the form was made from: another window may change the model meanwhile.
  const [base, setBase] = useState(model)
  const save = useMutation(
    api.models.save.mutationOptions({
      onSuccess: () => {
        toast(t('settings.saved'))
        onClose()
      },
    }),
  )
  const missing = missingInForm(driver, form, model).map(setting => setting.label)
  const moved = base !== model && !deleted && !save.isPending && !save.isSuccess
  const clashes = moved ? clashingSettings(driver, base, form, model) : []
  const onto = () => {
    setForm(rebasedForm(driver, base, form, model))
    setBase(model)
  }
  if (moved && clashes.length === 0) onto()
  const dirty = JSON.stringify(form) !== JSON.stringify(editModelForm(driver, base)) && !save.isSuccess
  const guarded = useDialogGuard(dirty, { busy: save.isPending, what: model.name })
  const off = deleted || clashes.length > 0 || missing.length > 0 || save.isPending
  const labelOf = (key: string) =>
    key === 'name' ? t('settings.model.name') : (driver.settings_schema.find(each => each.key === key)?.label ?? key)
  const errors = save.isError ? fieldErrors(shownError(save.error).details) : {}
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={guarded.canClose}
      title={t('settings.models.edit_title', { name: model.name })}
      description={driver.name}
      footer={
        <>
          <span
            id="edit-model-why"
            className="note grow"
            data-tone={guarded.why ? 'wait' : undefined}
            role={guarded.why ? 'status' : undefined}
          >
            {deleted
              ? t('settings.models.deleted.why')
              : clashes.length > 0
                ? t('settings.conflict.blocked')
                : guarded.why
                  ? guarded.why
                  : missing.length > 0 && t('settings.model.fill_first', { labels: missing.join(', ') })}
          </span>
          <Button size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            kind="primary"
            size="large"
            aria-disabled={off}
            aria-describedby="edit-model-why"
            onClick={() =>
              save.mutate({
                ...modelDraftOf(driver, form),
                known: { name: base.name, settings: base.settings },
              })
            }
          >
            {t('settings.models.save')}
          </Button>
        </>
      }
    >
      {guarded.guard}
      <div className="stack dialog-form">
        {deleted && <Banner tone="danger">{t('settings.models.deleted', { name: model.name })}</Banner>}
        {clashes.length > 0 && (
          <ConflictBanner
            text={t('settings.models.conflict')}
            theirs={clashes.map(({ key, theirs }) => `${labelOf(key)}: ${theirs ?? t('settings.value.secret')}`)}
            onMine={onto}
            onTheirs={() => {
              setForm(editModelForm(driver, model))
              setBase(model)
            }}
          />
        )}
        {save.isError && !hasCode(save.error, 'REVISION_CONFLICT') && Object.keys(errors).length === 0 && (
          <Banner tone="danger">{shownError(save.error).message}</Banner>
        )}
        <ModelFields driver={driver} form={form} onForm={setForm} stored={model} test={test} errors={errors} named />
        <ModelFindings model={model} />
        {driver.settings_schema.some(setting => setting.type === 'password') && (
          <>
            <p className="note">
              <Lock className="icon" aria-hidden />
              {t('settings.model.key_goes_to', { store: secretStore })}
            </p>
            <AsksFirst />
          </>
        )}
      </div>
    </Dialog>
  )
}
