import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import type { Place } from '../../../shared/contract/people.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { useText } from '../../i18n/text.tsx'

interface Props {
  readonly places: readonly Place[]
  readonly onChange: (places: readonly Place[]) => void
}

/** Places by name and address; at most one is the usual one. */
export function PlacesField({ places, onChange }: Props) {
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const set = (at: number, change: Partial<Place>) =>
    onChange(places.map((place, index) => (index === at ? { ...place, ...change } : place)))
  const setUsual = (at: number, usual: boolean) =>
    onChange(places.map((place, index) => ({ ...place, is_default: index === at && usual })))
  function add() {
    onChange([...places, { name: '', address: '', is_default: places.length === 0 }])
    // After it is there.
    setTimeout(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  return (
    <div className="places">
      {places.length === 0 && <p className="muted">{t('people.place.none')}</p>}
      <ul ref={list} className="stack">
        {places.map((place, index) => {
          const number = index + 1
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place has no identity but its row
            <li key={index} className="place">
              <input
                className="input"
                maxLength={100}
                placeholder={t('people.place.name')}
                aria-label={t('people.place.name_of', { number })}
                value={place.name}
                onChange={event => set(index, { name: event.target.value })}
              />
              <input
                className="input"
                maxLength={500}
                placeholder={t('people.place.address')}
                aria-label={t('people.place.address_of', { number })}
                value={place.address}
                onChange={event => set(index, { address: event.target.value })}
              />
              <span className="row place-usual note">
                <Checkbox
                  label={t('people.place.usual_of', { number })}
                  checked={place.is_default}
                  onChange={usual => setUsual(index, usual)}
                />
                {t('people.place.usual')}
              </span>
              <Button
                kind="quiet"
                size="small"
                icon={<X className="icon" aria-hidden />}
                aria-label={t('people.place.remove', { number })}
                onClick={() => onChange(places.toSpliced(index, 1))}
              />
            </li>
          )
        })}
      </ul>
      {places.length < 50 && (
        <Button size="small" icon={<Plus className="icon" aria-hidden />} onClick={add}>
          {t('people.place.add')}
        </Button>
      )}
    </div>
  )
}
