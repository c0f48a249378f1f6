import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { ProfileField, ProfileView } from '../../../shared/contract/people.ts'
import { api } from '../../api/client.ts'
import { hasCode, shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { toast } from '../../components/toast.tsx'
import { type Text, useText } from '../../i18n/text.tsx'
import { NumberInput } from '../../setting-fields/number-field.tsx'
import { ConflictBanner } from '../../unsaved/conflict-banner.tsx'
import { SaveBar } from '../../unsaved/save-bar.tsx'
import { PlacesField } from './places-field.tsx'
import {
  clashingFields,
  type ProfileForm,
  type ProfileProblem,
  profileChanges,
  profileForm,
  profileProblem,
  rebased,
  SIZES,
} from './profile-form.ts'
import { ProfileRow } from './profile-row.tsx'

/** What the operator says about themselves, and what of it agents may know. */
export function AboutYouSection() {
  const profile = useQuery(api.people.profile.queryOptions())
  return <QueryView query={profile}>{stored => <Form stored={stored} />}</QueryView>
}

function Form({ stored }: { readonly stored: ProfileView }) {
  const t = useText()
  const queries = useQueryClient()
  const id = useId()
  // What was there when typing began: when it changes elsewhere, a person decides.
  const [draft, setDraft] = useState<{ base: ProfileView; form: ProfileForm } | null>(null)
  const base = draft?.base ?? stored
  const form = draft?.form ?? profileForm(stored)
  const changes = profileChanges(base, form)
  const problem = profileProblem(form, new Date().toLocaleDateString('sv'))
  const sent = useRef<ProfileForm>(null)
  const save = useMutation(
    api.people.saveProfile.mutationOptions({
      onSuccess: saved => {
        queries.setQueryData(api.people.profile.queryKey(), saved)
        // What was typed meanwhile goes on from what is stored now.
        setDraft(now => (now === null || now.form === sent.current ? null : { base: saved, form: now.form }))
        toast(t('settings.saved'))
      },
    }),
  )
  const set = (change: Partial<ProfileForm>) => setDraft({ base, form: { ...form, ...change } })
  const clashes = draft === null || save.isPending ? [] : clashingFields(draft.base, draft.form, stored)
  const conflict = clashes.length > 0
  const onto = (now: ProfileView) => draft && setDraft({ base: now, form: rebased(draft.base, draft.form, now) })
  // Somebody else changed something else: both count.
  if (draft !== null && !save.isPending && draft.base.revision !== stored.revision && !conflict) onto(stored)
  const row = (field: ProfileField) => ({
    label: t(`people.field.${field}`),
    shared: form.shared.includes(field),
    onShared: (on: boolean) =>
      set({ shared: on ? [...form.shared, field] : form.shared.filter(each => each !== field) }),
    problem: problem === field ? problemText(t, problem) : null,
  })
  const size = (field: keyof typeof SIZES) => (
    <ProfileRow {...row(field)} htmlFor={`${id}-${field}`}>
      <NumberInput
        id={`${id}-${field}`}
        value={form[field]}
        {...SIZES[field]}
        invalid={problem === field}
        onChange={value => set({ [field]: value })}
      />
    </ProfileRow>
  )
  return (
    <div className="tab-form">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable from the keyboard */}
      <section className="scroll" aria-label={t('settings.section.about_you')} tabIndex={0}>
        <div className="settings-body">
          <p className="muted">{t('people.intro')}</p>
          {conflict && (
            <ConflictBanner
              text={t('people.conflict')}
              theirs={clashes.map(key => `${t(`people.field.${key as ProfileField}`)}: ${shownValue(t, stored, key)}`)}
              onMine={() => onto(stored)}
              onTheirs={() => setDraft(null)}
            />
          )}
          {save.isError && !hasCode(save.error, 'REVISION_CONFLICT') && (
            <Banner tone="danger">{shownError(save.error).message}</Banner>
          )}
          <section>
            <h2>{t('people.you')}</h2>
            <ProfileRow {...row('name')} htmlFor={`${id}-name`} help={t('people.help.name')}>
              <input
                id={`${id}-name`}
                className="input"
                maxLength={200}
                autoComplete="off"
                value={form.name}
                onChange={event => set({ name: event.target.value })}
              />
            </ProfileRow>
            <ProfileRow {...row('birth_date')} htmlFor={`${id}-birth_date`}>
              <input
                id={`${id}-birth_date`}
                className="input numeric"
                type="date"
                min="1850-01-01"
                value={form.birth_date}
                aria-invalid={problem === 'birth_date' || undefined}
                data-invalid={problem === 'birth_date' ? '' : undefined}
                onChange={event => set({ birth_date: event.target.value })}
              />
            </ProfileRow>
            <ProfileRow {...row('about')} htmlFor={`${id}-about`} help={t('people.help.about')}>
              <textarea
                id={`${id}-about`}
                className="input"
                rows={5}
                maxLength={5_000}
                value={form.about}
                onChange={event => set({ about: event.target.value })}
              />
            </ProfileRow>
            <ProfileRow {...row('places')} help={t('people.help.places')}>
              <PlacesField places={form.places} onChange={places => set({ places })} />
            </ProfileRow>
          </section>
          <section>
            <h2>{t('people.body')}</h2>
            <p className="note">{t('people.body_text')}</p>
            {size('height_cm')}
            {size('weight_kg')}
          </section>
        </div>
      </section>
      <SaveBar
        changes={changeLines(t, base, form, changes)}
        saving={save.isPending}
        blocked={conflict ? t('settings.conflict.blocked') : problem && problemText(t, problem)}
        onSave={() => {
          sent.current = form
          save.mutate({ revision: base.revision, change: changes })
        }}
        onDiscard={() => {
          setDraft(null)
          save.reset()
        }}
      />
    </div>
  )
}

function shownValue(t: Text, stored: ProfileView, key: keyof ProfileForm): string {
  if (key === 'places') return stored.places.map(({ name }) => name).join(', ') || t('settings.value.none')
  if (key === 'shared')
    return stored.shared.map(field => t(`people.field.${field}`)).join(', ') || t('settings.value.none')
  return String(stored[key] ?? '') || t('settings.value.none')
}

function problemText(t: Text, problem: ProfileProblem): string {
  if (problem === 'birth_date') return t('people.problem.birth_date')
  if (problem === 'places') return t('people.place.unnamed')
  return t('people.problem.number', { label: t(`people.field.${problem}`), ...SIZES[problem] })
}

function changeLines(t: Text, base: ProfileView, form: ProfileForm, changes: object): string[] {
  return Object.keys(changes).flatMap(key => {
    if (key !== 'shared') return [t('agents.change.long', { label: t(`people.field.${key as ProfileField}`) })]
    const turned = (from: readonly ProfileField[], to: readonly ProfileField[]) =>
      from.filter(field => !to.includes(field))
    return [
      ...turned(form.shared, base.shared).map(field => t('people.share.on', { label: t(`people.field.${field}`) })),
      ...turned(base.shared, form.shared).map(field => t('people.share.off', { label: t(`people.field.${field}`) })),
    ]
  })
}
