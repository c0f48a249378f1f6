import { Fragment, type ReactNode } from 'react'
import { visible } from './visible.ts'

/** Text of a tool, a plugin or a model, with unseen characters made visible. */
export function VisibleText({ text }: { text: string }): ReactNode {
  const parts = visible(text).map((part, index) =>
    part.hidden ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one immutable text
      <span key={index} className="unseen">
        {part.text}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one immutable text
      <Fragment key={index}>{part.text}</Fragment>
    ),
  )
  // One text wherever it stands: the parts of a flexible row would not break into lines.
  return parts.length > 1 ? <span>{parts}</span> : parts
}
