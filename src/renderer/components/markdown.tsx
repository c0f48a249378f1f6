import { lazy, Suspense } from 'react'
import { VisibleText } from './visible-text.tsx'

const Rich = lazy(() => import('./rich-markdown.tsx'))

/** Past this length text is shown as it is: parsing it would stop the window. */
const PLAIN_FROM = 200_000

/** Text of a model or a tool as Markdown. The parser loads on first use; until then, and for huge text, plain. */
export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const plain = (
    <div className="plain">
      <VisibleText text={text} />
    </div>
  )
  if (text.length > PLAIN_FROM) return plain
  return (
    <Suspense fallback={plain}>
      <Rich text={text} streaming={streaming} />
    </Suspense>
  )
}
