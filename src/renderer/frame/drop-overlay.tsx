import { FolderInput } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'
import { isModal } from '../shortcuts/use-shortcut.ts'

const bringsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true && !isModal()

/**
 * A folder dropped anywhere on the window opens its review. Only the app knows where a dropped folder is, so under
 * `serve` nothing is offered.
 */
export function DropOverlay() {
  const t = useText()
  const { over, problem, forget } = useDroppedFolder()
  if (over)
    return (
      <div className="drop-overlay" role="status">
        <FolderInput className="icon" aria-hidden />
        <strong>{t('plugins.drop.title')}</strong>
        <span className="muted">{t('plugins.review.intro')}</span>
      </div>
    )
  if (problem === null) return null
  return (
    <div className="banner-row drop-problem">
      <Banner
        tone="danger"
        action={
          <Button size="small" onClick={forget}>
            {t('common.dismiss')}
          </Button>
        }
      >
        {problem}
      </Banner>
    </div>
  )
}

function useDroppedFolder() {
  const t = useText()
  const [, navigate] = useLocation()
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const { spora } = window
    if (!spora) return
    async function review(file: File) {
      const answer = await spora?.dropFolder(file)
      if (!answer) return
      if ('problem' in answer) setProblem(answer.problem)
      else navigate(`/plugins/add/${encodeURIComponent(answer.candidate_id)}`)
    }
    function onDragOver(event: DragEvent) {
      if (!bringsFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'link'
      setOver(true)
    }
    // Leaving the window, not one of its parts.
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    function onDrop(event: DragEvent) {
      setOver(false)
      if (!bringsFiles(event)) return
      event.preventDefault()
      setProblem(null)
      const [file, ...more] = event.dataTransfer?.files ?? []
      if (!file || more.length > 0) setProblem(t('plugins.drop.one'))
      else void review(file)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [navigate, t])

  return { over, problem, forget: () => setProblem(null) }
}
