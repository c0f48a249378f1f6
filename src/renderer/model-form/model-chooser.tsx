import { Check, CircleSlash, Cloud, GraduationCap, HardDrive, Lock, RotateCw } from 'lucide-react'
import type { DriverView } from '../../shared/contract/models.ts'
import { shownError } from '../api/error.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { type Choice, ChoiceGroup } from '../components/choice-group.tsx'
import { Select } from '../components/select.tsx'
import { useText } from '../i18n/text.tsx'
import { AsksFirst } from '../secret-store/asks-first.tsx'
import { modelSetting } from './model-draft.ts'
import { ModelFields } from './model-fields.tsx'
import { LOCAL, type ModelSetup } from './use-model-setup.ts'

interface Props {
  readonly drivers: readonly DriverView[]
  readonly setup: ModelSetup
  readonly secretStore: string
}

/** The kinds of models as cards; the chosen one opens with what it needs. */
export function ModelChooser({ drivers, setup, secretStore }: Props) {
  const t = useText()
  const works = setup.test.result?.ok ? (
    <Chip tone="ok" icon={<Check className="icon" aria-hidden />}>
      {t('settings.test.works')}
    </Chip>
  ) : undefined
  const practice = drivers.filter(driver => !driver.is_ai)
  const ai = drivers.filter(driver => driver.is_ai)
  const choices: Choice<string>[] = [
    ...practice.map(driver => ({
      value: driver.driver,
      title: driver.name,
      text: driver.description,
      icon: <GraduationCap className="icon" aria-hidden />,
      chip: <Chip icon={<CircleSlash className="icon" aria-hidden />}>{t('settings.model.not_ai')}</Chip>,
      content: driver.settings_schema.length > 0 ? <Fields setup={setup} /> : undefined,
    })),
    {
      value: LOCAL,
      title: t('settings.model.local'),
      text: localText(),
      icon: <HardDrive className="icon" aria-hidden />,
      chip: setup.choice === LOCAL ? (works ?? foundChip()) : undefined,
      content: <LocalFields setup={setup} />,
    },
    ...ai.map(driver => ({
      value: driver.driver,
      title: driver.name,
      text: driver.description,
      icon: <Cloud className="icon" aria-hidden />,
      chip: setup.choice === driver.driver ? works : undefined,
      content: <Fields setup={setup} />,
    })),
  ]
  return (
    <div className="stack">
      {setup.failure && Object.keys(setup.errors).length === 0 && <Banner tone="danger">{setup.failure}</Banner>}
      <ChoiceGroup label={t('settings.model.kind')} value={setup.choice} choices={choices} onChange={setup.choose} />
      <p className="note">
        <Lock className="icon" aria-hidden />
        {t('settings.model.key_goes_to', { store: secretStore })}
      </p>
      <AsksFirst />
    </div>
  )

  function localText(): string {
    if (setup.choice === LOCAL && setup.found.isFetching) return t('settings.model.local.looking')
    if (setup.choice === LOCAL && setup.server)
      return t('settings.model.local.found', { name: setup.server.name, count: setup.server.models.length })
    return t('settings.model.local.idle')
  }
  function foundChip() {
    return setup.server ? (
      <Chip tone="ok" icon={<Check className="icon" aria-hidden />}>
        {t('settings.model.local.chip', { port: new URL(setup.server.base_url).port })}
      </Chip>
    ) : undefined
  }
}

function Fields({ setup }: { setup: ModelSetup }) {
  const { driver, form } = setup
  if (!driver || !form) return null
  return (
    <ModelFields
      driver={driver}
      form={form}
      onForm={setup.setForm}
      stored={setup.stored}
      test={setup.test}
      errors={setup.errors}
    />
  )
}

function LocalFields({ setup }: { setup: ModelSetup }) {
  const t = useText()
  const { found, server, driver, form } = setup
  if (found.isFetching) return null
  const servers = found.data ?? []
  if (!server || !driver || !form)
    return (
      <div className="model-fields row wrap">
        <span className="note grow" data-tone={found.isError ? 'danger' : undefined} role="status">
          {found.isError
            ? t('settings.model.local.failed', { message: shownError(found.error).message })
            : t('settings.model.local.none')}
        </span>
        <Button icon={<RotateCw className="icon" aria-hidden />} onClick={() => void found.refetch()}>
          {t('settings.model.local.again')}
        </Button>
      </div>
    )
  return (
    <>
      {servers.length > 1 && (
        <div className="model-fields">
          <Select
            label={t('settings.model.local.which')}
            value={servers.indexOf(server)}
            options={servers.map((each, index) => ({ value: index, label: `${each.name} (${each.base_url})` }))}
            onChange={setup.chooseServer}
          />
        </div>
      )}
      <ModelFields
        driver={driver}
        form={form}
        onForm={setup.setForm}
        stored={setup.stored}
        test={setup.test}
        errors={setup.errors}
        only={[modelSetting(driver)?.key ?? 'model']}
        models={server.models}
      />
    </>
  )
}
