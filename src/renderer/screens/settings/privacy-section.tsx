import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Preferences } from '../../../shared/contract/system.ts'
import { reachableHost } from '../../../shared/reachable-host.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useText } from '../../i18n/text.tsx'

/** What agents may reach beyond the public internet, and what may tell them keys. */
export function PrivacySection() {
  const preferences = useQuery(api.system.preferences.queryOptions())
  return (
    <QueryView query={preferences}>
      {current => (
        <div className="stack">
          <ReachableHosts hosts={current.reachable_hosts} />
          {current.key_operations.length > 0 && <KeyOperations operations={current.key_operations} />}
        </div>
      )}
    </QueryView>
  )
}

function KeyOperations({ operations }: { readonly operations: Preferences['key_operations'] }) {
  const t = useText()
  const save = useSavedPreferences()
  return (
    <section>
      <h2>{t('people.keys')}</h2>
      <p className="muted">{t('people.keys.text')}</p>
      {save.isError && <Banner tone="danger">{shownError(save.error).message}</Banner>}
      <ul className="framed memory-list">
        {operations.map(operation => (
          <li key={operation} className="memory-row">
            <div className="row">
              <code className="path-text grow">{operation}</code>
              <Button
                kind="quiet"
                size="small"
                icon={<X className="icon" aria-hidden />}
                aria-label={t('people.keys.remove', { operation })}
                onClick={() => save.mutate({ remove: { key_operations: [operation] } })}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useSavedPreferences() {
  const queries = useQueryClient()
  return useMutation(
    api.system.setPreferences.mutationOptions({
      onSuccess: saved => queries.setQueryData(api.system.preferences.queryKey(), saved),
    }),
  )
}

function ReachableHosts({ hosts }: { readonly hosts: Preferences['reachable_hosts'] }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSavedPreferences()
  function add(event: FormEvent) {
    event.preventDefault()
    const host = reachableHost(typed)
    if (host === null) return setProblem(t('people.hosts.invalid'))
    // What was typed goes when it is stored.
    save.mutate({ add: { reachable_hosts: [host] } }, { onSuccess: () => setTyped(now => (now === typed ? '' : now)) })
  }
  return (
    <section>
      <h2>{t('people.hosts')}</h2>
      <p className="muted">{t('people.hosts.text')}</p>
      {save.isError && <Banner tone="danger">{shownError(save.error).message}</Banner>}
      {hosts.length > 0 && (
        <ul className="framed memory-list">
          {hosts.map(host => (
            <li key={host} className="memory-row">
              <div className="row">
                <code className="path-text grow">{host}</code>
                <Button
                  kind="quiet"
                  size="small"
                  icon={<X className="icon" aria-hidden />}
                  aria-label={t('people.hosts.remove', { host })}
                  onClick={() => save.mutate({ remove: { reachable_hosts: [host] } })}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <form className="host-form" onSubmit={add}>
        <TextField
          label={t('people.hosts.label')}
          placeholder="192.168.1.5:3000"
          value={typed}
          error={problem}
          help={t('people.hosts.help')}
          maxLength={300}
          autoComplete="off"
          onChange={value => {
            setTyped(value)
            setProblem(null)
          }}
        />
        <Button type="submit" icon={<Plus className="icon" aria-hidden />} aria-disabled={typed.trim() === ''}>
          {t('people.hosts.add')}
        </Button>
      </form>
    </section>
  )
}
