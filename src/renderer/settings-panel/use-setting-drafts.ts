import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SettingChange, SettingScope, SettingsView } from '../../shared/contract/settings.ts'
import { api } from '../api/client.ts'
import { hasCode, shownError } from '../api/error.ts'
import {
  changesOf,
  confirmableKeys,
  confirmedDraft,
  conflictingKeys,
  type Drafts,
  draftsAfterSave,
  type FieldDraft,
  fieldErrors,
} from './field-draft.ts'

interface Options {
  readonly toolClass: string
  readonly scope: SettingScope
  /** The newest view; the window fetches again whenever settings change anywhere. */
  readonly view: SettingsView
  readonly onSaved?: () => void
}

/** The unsaved decisions of one panel, kept through refetches; saved all or nothing with the revision looked at. */
export function useSettingDrafts({ toolClass, scope, view, onSaved }: Options) {
  const queries = useQueryClient()
  const [drafts, setDrafts] = useState<Drafts>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [base, setBase] = useState(view)
  const [kept, setKept] = useState<readonly string[]>([])
  const [conflicted, setConflicted] = useState(false)
  /** The decisions of the last save. */
  const sent = useRef<Drafts>({})

  /** Of the refused ones, those a confirmation would let through. */
  const [confirmable, setConfirmable] = useState<ReadonlySet<string>>(new Set())

  const mutation = useMutation(
    api.settings.save.mutationOptions({
      onSuccess: saved => {
        const queryKey = api.settings.get.queryKey({ input: { tool_class: toolClass, scope } })
        setBase(queries.setQueryData(queryKey, saved) ?? saved)
        setDrafts(now => draftsAfterSave(now, sent.current))
        setErrors({})
        setConflicted(false)
        onSaved?.()
      },
      onError: error => {
        if (hasCode(error, 'REVISION_CONFLICT')) {
          setConflicted(true)
          void queries.invalidateQueries({
            queryKey: api.settings.get.key({ input: { tool_class: toolClass, scope } }),
          })
        } else {
          const { details } = shownError(error)
          setErrors(fieldErrors(details))
          setConfirmable(confirmableKeys(details))
        }
      },
    }),
  )

  // While a save is under way a new view may be what it stored.
  const moved = base !== view && !mutation.isPending
  const clashes = moved ? conflictingKeys(base, view, drafts).filter(key => !kept.includes(key)) : []
  if (moved && clashes.length === 0) {
    // React allows adjusting own state while rendering; the new view becomes what later changes are compared with.
    setBase(view)
    setKept([])
  }

  function send(changes: SettingChange[], decided: Drafts) {
    if (changes.length === 0) return
    sent.current = decided
    const input = { tool_class: toolClass, scope, revision: view.revision, changes }
    // The form stays, and what was saved may be a secret.
    mutation.mutate(input, { onSuccess: () => mutation.reset() })
  }

  return {
    drafts,
    errors,
    confirmable,
    clashes,
    conflicted,
    saving: mutation.isPending,
    /** A failure that belongs to no field. */
    failure:
      mutation.isError && !hasCode(mutation.error, 'REVISION_CONFLICT') && Object.keys(errors).length === 0
        ? shownError(mutation.error).message
        : null,
    changes: changesOf(view.fields, drafts),
    setDraft(key: string, draft: FieldDraft | undefined) {
      if (mutation.isError) mutation.reset()
      setErrors(({ [key]: _gone, ...rest }) => rest)
      setDrafts(({ [key]: _old, ...rest }) => (draft === undefined ? rest : { ...rest, [key]: draft }))
    },
    keepMine: (key: string) => setKept([...kept, key]),
    discard() {
      setDrafts({})
      setErrors({})
      setConflicted(false)
      mutation.reset()
    },
    save(also: Drafts = {}) {
      const decided = { ...drafts, ...also }
      setDrafts(decided)
      send(changesOf(view.fields, decided), decided)
    },
    /** Saves again with a value that was refused for want of a confirmation. */
    confirm(key: string) {
      const draft = confirmedDraft(drafts[key])
      if (!draft) return
      const next = { ...drafts, [key]: draft }
      setDrafts(next)
      send(changesOf(view.fields, next), next)
    },
    /** Takes out what is stored here under names the tool no longer has. */
    removeUnused: () =>
      send(
        (view.unused ?? []).map(key => ({ key, action: 'reset' })),
        drafts,
      ),
  }
}
