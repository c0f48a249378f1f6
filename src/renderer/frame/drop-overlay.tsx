import { FolderInput } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { navigate as goTo } from 'wouter/use-hash-location'
import { FailureRow } from '../components/failure-row.tsx'
import { useText } from '../i18n/text.tsx'
import { isModal } from '../shortcuts/use-shortcut.ts'
import { isTemplateFile, offerTemplate } from '../templates/offered-template.ts'
import { guardNavigation } from '../unsaved/leave-guard.ts'

const bringsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true

/** A dialog that is open is finished first; the one that imports templates takes another file at any time. */
const isBusy = () => isModal() && !location.hash.startsWith('#/agents/import')

/**
 * What is dropped anywhere on the window opens its review: an agent template, or a plugin's folder. Only the app knows
 * where a dropped folder is, so under `serve` folders are not taken. Nothing that is dropped is ever navigated to.
 */
export function DropOverlay() {
  const t = useText()
  const { over, problem, forget } = useDropped()
  if (over)
    return (
      <div className="drop-overlay" role="status">
        <FolderInput className="icon" aria-hidden />
        <strong>{t('templates.drop.title')}</strong>
        <span className="muted">{t('templates.drop.text')}</span>
      </div>
    )
  if (problem === null) return null
  return <FailureRow text={problem} className="drop-problem" onDismiss={forget} />
}

function useDropped() {
  const t = useText()
  const [, navigate] = useLocation()
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const { spora } = window
    async function review(file: File) {
      if (isTemplateFile(file)) {
        // Who keeps what is unsaved does not find the file in a later import.
        guardNavigation(to => {
          offerTemplate(file)
          goTo(to)
        }, '/agents/import')
        return
      }
      if (!spora) return setProblem(t('templates.drop.template_only'))
      const answer = await spora.dropFolder(file)
      if (!answer) return
      if ('problem' in answer) setProblem(answer.problem)
      else navigate(`/plugins/add/${encodeURIComponent(answer.candidate_id)}`)
    }
    function onDragOver(event: DragEvent) {
      if (!bringsFiles(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = isBusy() ? 'none' : 'copy'
      setOver(!isBusy())
    }
    // Leaving the window, not one of its parts.
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    function onDrop(event: DragEvent) {
      setOver(false)
      if (!bringsFiles(event)) return
      event.preventDefault()
      if (isBusy()) return
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
