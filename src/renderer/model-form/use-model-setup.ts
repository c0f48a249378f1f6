import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DriverView, ModelConfigView } from '../../shared/contract/models.ts'
import { api, client } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { fieldErrors } from '../settings-panel/field-draft.ts'
import {
  editModelForm,
  localSettings,
  type ModelForm,
  missingInForm,
  modelDraftOf,
  newModelForm,
} from './model-draft.ts'
import { useModelTest } from './use-model-test.ts'

/** A model server on this computer speaks this dialect. */
const LOCAL_DRIVER = 'openai_compatible'
export const LOCAL = 'local'

/**
 * Choosing a new model: which kind, what is filled in for each kind (nothing is lost by looking at another one), the
 * test, and saving. Saving twice changes the same model.
 */
export function useModelSetup(
  drivers: readonly DriverView[],
  existing: readonly ModelConfigView[],
  makeDefault: boolean,
) {
  const [choice, setChoice] = useState<string | null>(null)
  const [forms, setForms] = useState<Readonly<Record<string, ModelForm>>>({})
  const [stored, setStored] = useState<Readonly<Record<string, ModelConfigView>>>({})
  const [serverIndex, setServer] = useState(0)
  const queries = useQueryClient()
  const test = useModelTest()
  const found = useQuery(api.models.discover.queryOptions({ enabled: choice === LOCAL, retry: false }))
  const server = found.data?.[serverIndex]

  const driver = drivers.find(each => each.driver === (choice === LOCAL ? LOCAL_DRIVER : choice)) ?? null
  const form = driver && choice ? (forms[choice] ?? freshForm(driver, choice)) : null
  const practice = driver && !driver.is_ai ? existing.find(model => model.driver === driver.driver) : undefined

  const save = useMutation({
    mutationFn: async (): Promise<ModelConfigView> => {
      if (!driver || !form || !choice) throw new Error('No kind of model is chosen.')
      if (practice) return makeDefault ? client.models.setDefault({ id: practice.id }) : practice
      const saved = await client.models.save({
        ...modelDraftOf(driver, form),
        ...(makeDefault ? { is_default: true } : {}),
      })
      // The key is where it belongs: the form has it no longer.
      setForms({ ...forms, [choice]: { ...editModelForm(driver, saved), name: form.name } })
      setStored({ ...stored, [choice]: saved })
      return saved
    },
    // Awaited by whoever goes on from here: what comes next shows the model.
    onSuccess: () => queries.invalidateQueries({ queryKey: api.models.list.queryKey() }),
  })

  function freshForm(of: DriverView, key: string): ModelForm {
    return newModelForm(of, key === LOCAL && server ? localSettings(server) : {})
  }

  return {
    choice,
    choose(next: string) {
      setChoice(next)
      test.forget()
      save.reset()
    },
    driver,
    form,
    /** Whether anything was filled in. */
    touched: Object.keys(forms).length > 0,
    setForm(next: ModelForm) {
      if (!choice) return
      setForms({ ...forms, [choice]: next })
      save.reset()
    },
    found,
    server,
    chooseServer(index: number) {
      setServer(index)
      setForms(({ [LOCAL]: _old, ...rest }) => rest)
      test.forget()
    },
    test,
    missing: driver && form && !practice ? missingInForm(driver, form, (choice && stored[choice]) || null) : [],
    /** The chosen one as it was saved before, when it was. */
    stored: (choice && stored[choice]) || null,
    /** Whether there is something to save. */
    ready: driver !== null && (choice !== LOCAL || server !== undefined),
    save,
    errors: save.isError ? fieldErrors(shownError(save.error).details) : {},
    failure: save.isError ? shownError(save.error).message : null,
  }
}

export type ModelSetup = ReturnType<typeof useModelSetup>
