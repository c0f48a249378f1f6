import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { Kbd } from './kbd.tsx'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly shortcut?: string
  readonly ref?: Ref<HTMLInputElement>
}

export function SearchField({ label, value, onChange, shortcut, ref }: Props) {
  return (
    <div className="input search" data-quiet="">
      <Search className="icon icon-small" aria-hidden />
      <input
        ref={ref}
        type="search"
        placeholder={label}
        aria-label={label}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      {shortcut && <Kbd keys={shortcut} />}
    </div>
  )
}
