import { Fragment, type ReactNode } from 'react'
import { pieces } from './pieces.ts'
import { type TextPart, visible } from './visible.ts'

/** Text of a tool, a plugin or a model, with unseen characters made visible. */
export function VisibleText({ text }: { text: string }): ReactNode {
  const parts = visible(text).flatMap((part): (TextPart | string)[] => (part.hidden ? [part] : pieces(part.text)))
  const shown = parts.map((part, index) =>
    typeof part === 'string' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one immutable text
      <Fragment key={index}>{part}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one immutable text
      <span key={index} className="unseen">
        {part.text}
      </span>
    ),
  )
  // One text wherever it stands: the parts of a flexible row would not break into lines.
  return shown.length > 1 ? <span>{shown}</span> : shown
}
