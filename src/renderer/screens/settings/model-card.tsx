import { useMutation } from '@tanstack/react-query'
import { CircleSlash, Ellipsis, KeyRound, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { DriverView, ModelConfigView } from '../../../shared/contract/models.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { Menu } from '../../components/menu.tsx'
import { type Text, useText } from '../../i18n/text.tsx'
import { editModelForm, modelDraftOf, modelSetting } from '../../model-form/model-draft.ts'
import { RefusedParameters, ToolUseChip } from '../../model-form/model-findings.tsx'
import { ModelTestResult } from '../../model-form/model-test-result.tsx'
import { useModelTest } from '../../model-form/use-model-test.ts'

interface Props {
  readonly model: ModelConfigView
  /** Undefined when this version does not know the kind. */
  readonly driver: DriverView | undefined
  readonly secretStore: string
  readonly onEdit: () => void
}

export function ModelCard({ model, driver, secretStore, onEdit }: Props) {
  const t = useText()
  const test = useModelTest()
  const [deleting, setDeleting] = useState(false)
  const setDefault = useMutation(api.models.setDefault.mutationOptions())
  const remove = useMutation(api.models.remove.mutationOptions())
  const failed = setDefault.error ?? remove.error
  const modelId = driver ? model.settings[modelSetting(driver)?.key ?? 'model'] : undefined
  return (
    <article className="model-card" aria-label={model.name}>
      <div className="row">
        <div className="grow">
          <div className="row wrap">
            <h2 className="clip">{model.name}</h2>
            {model.is_default && (
              <Chip tone="on" icon={<Star className="icon" aria-hidden />}>
                {t('settings.models.default')}
              </Chip>
            )}
            {!model.is_ai && (
              <Chip icon={<CircleSlash className="icon" aria-hidden />}>{t('settings.models.not_ai')}</Chip>
            )}
            <ToolUseChip model={model} />
          </div>
          <p className="note">
            {[
              model.driver_name,
              ...(typeof modelId === 'string' ? [modelId] : []),
              t('settings.models.used_by', { count: model.used_by_agents }),
            ].join(' · ')}
          </p>
          <p className="note">
            <KeyRound className="icon" aria-hidden />
            {driver ? keyLines(t, model, driver, secretStore).join(', ') : model.driver}
          </p>
          <RefusedParameters model={model} />
        </div>
        {driver && (
          <>
            <Button
              size="small"
              aria-label={t('settings.models.test_one', { name: model.name })}
              aria-disabled={test.running}
              onClick={() => test.run(modelDraftOf(driver, editModelForm(driver, model)))}
            >
              {t(test.running ? 'settings.test.running' : 'settings.models.test')}
            </Button>
            <Button size="small" aria-label={t('settings.models.edit_one', { name: model.name })} onClick={onEdit}>
              {t('settings.models.edit')}
            </Button>
          </>
        )}
        <Menu
          trigger={
            <Button
              kind="quiet"
              size="small"
              icon={<Ellipsis className="icon" aria-hidden />}
              aria-label={t('settings.models.actions', { name: model.name })}
            />
          }
          actions={[
            {
              label: t('settings.models.make_default'),
              icon: <Star className="icon" aria-hidden />,
              disabled: model.is_default,
              onSelect: () => setDefault.mutate({ id: model.id }),
            },
            null,
            {
              label: t('settings.models.delete'),
              icon: <Trash2 className="icon" aria-hidden />,
              danger: true,
              onSelect: () => setDeleting(true),
            },
          ]}
        />
      </div>
      {failed && <Banner tone="danger">{shownError(failed).message}</Banner>}
      {test.result && <ModelTestResult result={test.result} />}
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title={t('settings.models.delete_title', { name: model.name })}
        action={t('settings.models.delete_action')}
        onConfirm={() => remove.mutate({ id: model.id })}
      >
        {t('settings.models.delete_text', { count: model.used_by_agents })}
      </Confirm>
    </article>
  )
}

/** Where each key is kept, or that it is missing. */
function keyLines(t: Text, model: ModelConfigView, driver: DriverView, store: string): string[] {
  const keys = driver.settings_schema.filter(setting => setting.type === 'password')
  if (keys.length === 0) return [t('settings.models.no_key')]
  return keys.map(({ key, label }) => {
    const secret = model.secrets[key]
    if (!secret?.set) return t('settings.models.key_missing', { label })
    return secret.needs_reentry
      ? t('settings.models.key_reentry', { label })
      : t('settings.models.key_kept', { label, store })
  })
}
