import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ModelConfigView } from '../../../shared/contract/models.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useText } from '../../i18n/text.tsx'
import { AddModelDialog } from './add-model-dialog.tsx'
import { EditModelDialog } from './edit-model-dialog.tsx'
import { ModelCard } from './model-card.tsx'

interface Editing {
  /** As it was when its dialog opened. */
  readonly model: ModelConfigView
  /** For good: its number never comes again. */
  readonly deleted: boolean
}

export function ModelsSection() {
  const t = useText()
  const models = useQuery(api.models.list.queryOptions())
  const drivers = useQuery(api.models.drivers.queryOptions())
  const info = useQuery(api.system.info.queryOptions())
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Editing | null>(null)
  const edited = models.data?.find(({ id }) => id === editing?.model.id)
  if (editing && !editing.deleted && models.data && !edited) setEditing({ ...editing, deleted: true })
  const store = info.data?.secret_store.name ?? ''
  const add = (
    <Button icon={<Plus className="icon" aria-hidden />} onClick={() => setAdding(true)}>
      {t('settings.models.add')}
    </Button>
  )
  return (
    <>
      <div className="row wrap">
        <p className="muted grow">{t('settings.models.intro')}</p>
        {models.data && models.data.length > 0 && add}
      </div>
      <QueryView query={drivers}>
        {kinds => (
          <QueryView
            query={models}
            empty={
              <EmptyState title={t('settings.models.empty.title')} action={add}>
                {t('settings.models.empty.text')}
              </EmptyState>
            }
          >
            {list => (
              <div className="framed">
                {list.map(model => (
                  <ModelCard
                    key={model.id}
                    model={model}
                    driver={kinds.find(kind => kind.driver === model.driver)}
                    secretStore={store}
                    onEdit={() => setEditing({ model, deleted: false })}
                  />
                ))}
              </div>
            )}
          </QueryView>
        )}
      </QueryView>
      {adding && drivers.data && (
        <AddModelDialog
          drivers={drivers.data}
          models={models.data ?? []}
          secretStore={store}
          onClose={() => setAdding(false)}
        />
      )}
      {editing && drivers.data && (
        <EditModelDialog
          model={editing.deleted || !edited ? editing.model : edited}
          deleted={editing.deleted}
          driver={drivers.data.find(kind => kind.driver === editing.model.driver)}
          secretStore={store}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}
