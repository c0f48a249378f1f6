import { lazy, Suspense, useMemo } from 'react'
import { PlainWhenBroken } from './plain-when-broken.tsx'
import { isTooHard } from './too-hard.ts'
import { VisibleText } from './visible-text.tsx'

const Rich = lazy(() => import('./rich-markdown.tsx'))

/** Past this length text is shown as it is: parsing it would stop the window. */
const PLAIN_FROM = 200_000

/** Text of a model or a tool as Markdown. The parser loads on first use; until then, and for huge or hard text, plain. */
export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const hard = useMemo(() => text.length > PLAIN_FROM || isTooHard(text), [text])
  const plain = (
    <div className="plain">
      <VisibleText text={text} />
    </div>
  )
  if (hard) return plain
  return (
    <PlainWhenBroken plain={plain}>
      <Suspense fallback={plain}>
        <Rich text={text} streaming={streaming} />
      </Suspense>
    </PlainWhenBroken>
  )
}
