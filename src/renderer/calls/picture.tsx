import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CallView } from '../../shared/contract/calls.ts'
import { api } from '../api/client.ts'
import { useText } from '../i18n/text.tsx'

type Medium = NonNullable<NonNullable<CallView['result']>['media']>[number]

/** What a picture may have to be drawn: more would take more memory than any result is worth. */
const MOST_PIXELS = 50_000_000

/**
 * A picture of a result. It is decoded and drawn, never put into the page as an address: the page loads pictures only from
 * the app's own files.
 */
export function Picture({ callId, medium }: { callId: string; medium: Medium }) {
  const t = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  const { position, mime_type, width, height } = medium
  const small = (width ?? 0) * (height ?? 0) <= MOST_PIXELS
  const bytes = useQuery({
    ...api.calls.medium.queryOptions({ input: { call_id: callId, position } }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: small,
  })
  const label = t('call.picture', { width: width ?? 0, height: height ?? 0 })

  useEffect(() => {
    const target = canvas.current
    if (!bytes.data || !target) return
    let gone = false
    void draw(bytes.data, target, () => gone).catch(() => gone || setFailed(true))
    return () => {
      gone = true
    }
  }, [bytes.data])

  if (!small || failed || bytes.isError) return <p className="note">{t('call.picture_failed', { type: mime_type })}</p>
  return (
    <canvas ref={canvas} className="picture" role="img" aria-label={label} width={width ?? 0} height={height ?? 0} />
  )
}

async function draw(
  { base64, mime_type }: { base64: string; mime_type: string },
  target: HTMLCanvasElement,
  gone: () => boolean,
): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mime_type }))
  if (gone()) return
  target.width = bitmap.width
  target.height = bitmap.height
  target.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
}
