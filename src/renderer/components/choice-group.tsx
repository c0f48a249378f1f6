import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { VisibleText } from './visible-text.tsx'

export interface Choice<T extends string> {
  readonly value: T
  readonly title: string
  readonly text?: ReactNode
  readonly chip?: ReactNode
  /** In a frame before the title. */
  readonly icon?: ReactNode
  /** Opens under the choice while it is chosen. */
  readonly content?: ReactNode
}

interface Props<T extends string> {
  readonly label: string
  readonly value: T | null
  readonly choices: readonly Choice<T>[]
  readonly onChange: (value: T) => void
}

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Choices that need a sentence each: a radio group of cards, one stop for Tab, arrows move and choose. */
export function ChoiceGroup<T extends string>({ label, value, choices, onChange }: Props<T>) {
  const group = useRef<HTMLDivElement>(null)
  const current = Math.max(
    choices.findIndex(choice => choice.value === value),
    0,
  )

  function move(event: KeyboardEvent) {
    const step = STEP[event.key]
    if (!step) return
    event.preventDefault()
    const next = (current + step + choices.length) % choices.length
    const choice = choices[next]
    if (choice) onChange(choice.value)
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[next]?.focus()
  }

  return (
    <div ref={group} className="stack" role="radiogroup" aria-label={label}>
      {choices.map((choice, index) => {
        const chosen = choice.value === value
        return (
          <div key={choice.value} className={chosen && choice.content ? 'provider-open' : undefined}>
            {/* biome-ignore lint/a11y/useSemanticElements: a card that is a radio, with the group's roving tab stop */}
            <button
              type="button"
              role="radio"
              className={choice.icon ? 'choice provider' : 'choice'}
              aria-checked={chosen}
              aria-label={choice.title}
              tabIndex={index === current ? 0 : -1}
              onKeyDown={move}
              onClick={() => onChange(choice.value)}
            >
              <span className="radio" />
              {choice.icon && <span className="well">{choice.icon}</span>}
              <span className="choice-title">
                <VisibleText text={choice.title} />
              </span>
              {choice.chip ?? <span />}
              <span className="choice-text">{choice.text}</span>
            </button>
            {chosen && choice.content}
          </div>
        )
      })}
    </div>
  )
}
