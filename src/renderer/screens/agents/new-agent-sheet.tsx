import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { navigate as goTo } from 'wouter/use-hash-location'
import { AGENT_LIMITS } from '../../../shared/agent-limits.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useText } from '../../i18n/text.tsx'
import { StarterTools } from '../../starters/starter-tools.tsx'
import { useDialogGuard } from '../../unsaved/use-dialog-guard.tsx'

/** Blank, or from a starter that says which tools it brings and what of them asks first. */
export function NewAgentSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [, navigate] = useLocation()
  const starters = useQuery(api.agents.starters.queryOptions())
  const [begin, setBegin] = useState('blank')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const create = useMutation(
    // It is saved: nobody has to be asked.
    api.agents.create.mutationOptions({ onSuccess: agent => goTo(`/agents/${agent.id}/tools`) }),
  )
  const fromStarter = useMutation(
    api.agents.createFromStarter.mutationOptions({ onSuccess: agent => goTo(`/agents/${agent.id}`) }),
  )
  const failed = create.error ?? fromStarter.error
  const nameless = begin === 'blank' && name.trim() === ''
  const busy = create.isPending || fromStarter.isPending
  const off = nameless || busy
  const typed = `${name}${description}`.trim() !== ''
  const guarded = useDialogGuard(typed && !create.isSuccess, { busy, what: name.trim() || t('agents.new.title') })
  function submit() {
    if (begin === 'blank') create.mutate({ name: name.trim(), description: description.trim() })
    else fromStarter.mutate({ key: begin })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={guarded.canClose}
      title={t('agents.new.title')}
      footer={
        <>
          <Button kind="quiet" size="large" onClick={() => navigate('/agents/import')}>
            {t('templates.from_template')}
          </Button>
          <span
            id="new-agent-why"
            className="note grow"
            data-tone={guarded.why ? 'wait' : undefined}
            role={guarded.why ? 'status' : undefined}
          >
            {guarded.why ?? (nameless && t('agents.new.name_first'))}
          </span>
          <Button size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" size="large" aria-disabled={off} aria-describedby="new-agent-why" onClick={submit}>
            {t('agents.new.create')}
          </Button>
        </>
      }
    >
      {guarded.guard}
      <div className="stack">
        {failed && <Banner tone="danger">{shownError(failed).message}</Banner>}
        <QueryView query={starters}>
          {list => (
            <ChoiceGroup
              label={t('agents.new.begin')}
              value={begin}
              onChange={setBegin}
              choices={[
                {
                  value: 'blank',
                  title: t('agents.new.blank'),
                  text: t('agents.new.blank_text'),
                  content: (
                    <form
                      className="stack choice-form"
                      onSubmit={event => {
                        event.preventDefault()
                        if (!off) submit()
                      }}
                    >
                      <TextField
                        label={t('agents.new.name')}
                        value={name}
                        onChange={setName}
                        required
                        maxLength={AGENT_LIMITS.name}
                      />
                      <TextField
                        label={t('agents.new.description')}
                        value={description}
                        onChange={setDescription}
                        maxLength={AGENT_LIMITS.description}
                      />
                      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
                    </form>
                  ),
                },
                ...list.map(starter => ({
                  value: starter.key,
                  title: starter.name,
                  text: starter.description,
                  content: <StarterTools starter={starter} />,
                })),
              ]}
            />
          )}
        </QueryView>
      </div>
    </Dialog>
  )
}
