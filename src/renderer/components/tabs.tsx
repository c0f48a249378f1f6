import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface Tab<T extends string> {
  readonly value: T
  readonly label: ReactNode
  readonly content: ReactNode
}

interface Props<T extends string> {
  readonly label: string
  readonly tabs: readonly Tab<T>[]
  readonly value?: T
  readonly defaultValue?: T
  readonly onChange?: (value: T) => void
  /** `page`: under a page's header. */
  readonly size?: 'page'
}

export function Tabs<T extends string>({ label, tabs, value, defaultValue, onChange, size }: Props<T>) {
  return (
    <Base.Root
      className="tabs-root"
      data-size={size}
      value={value}
      defaultValue={defaultValue ?? tabs[0]?.value}
      onValueChange={next => onChange?.(next as T)}
    >
      <Base.List className="tabs" data-size={size} aria-label={label}>
        {tabs.map(tab => (
          <Base.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(tab => (
        <Base.Panel key={tab.value} value={tab.value} className="tabs-panel">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
