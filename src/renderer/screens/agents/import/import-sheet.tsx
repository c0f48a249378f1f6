import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { TemplateImportResult, TemplateSource } from '../../../../shared/contract/templates.ts'
import { api } from '../../../api/client.ts'
import { shownError } from '../../../api/error.ts'
import { toast } from '../../../components/toast.tsx'
import { useText } from '../../../i18n/text.tsx'
import { onOfferedTemplate, takeOfferedTemplate } from '../../../templates/offered-template.ts'
import { ChooseTemplate } from './choose-template.tsx'
import { ImportedSheet } from './imported-sheet.tsx'
import { ReviewTemplate } from './review-template.tsx'
import { templateFile } from './template-file.ts'

/** From a file or a template to an agent: choose, look at everything it would do, decide. */
export function ImportSheet({ onClose }: { onClose: (to?: string) => void }) {
  const t = useText()
  const [source, setSource] = useState<TemplateSource | null>(null)
  const [unreadable, setUnreadable] = useState(false)
  const [result, setResult] = useState<TemplateImportResult | null>(null)
  const review = useMutation(api.templates.review.mutationOptions())
  const { mutate, reset } = review
  /** What was chosen last counts, whichever file is read first. */
  const choices = useRef(0)

  const look = useCallback(
    (from: TemplateSource) => {
      choices.current++
      setUnreadable(false)
      setSource(from)
      mutate(from)
    },
    [mutate],
  )
  const lookAtFile = useCallback(
    (file: File) => {
      const choice = ++choices.current
      return templateFile(file).then(
        text => choice === choices.current && look({ file: text }),
        () => choice === choices.current && setUnreadable(true),
      )
    },
    [look],
  )
  // A file that was dropped on the window, also while the sheet is open.
  useEffect(() => {
    const take = () => {
      const file = takeOfferedTemplate()
      if (file) void lookAtFile(file)
    }
    take()
    return onOfferedTemplate(take)
  }, [lookAtFile])

  function imported(made: TemplateImportResult) {
    const untold = [...made.warnings, ...made.tools_enabled.flatMap(tool => tool.warnings)]
    if (untold.length > 0) return setResult(made)
    toast(t('templates.done.toast', { name: made.agent.name }))
    onClose(`/agents/${made.agent.id}`)
  }

  if (result) return <ImportedSheet result={result} onClose={onClose} />
  if (source && review.data)
    return (
      <ReviewTemplate
        key={review.data.sha256}
        source={source}
        review={review.data}
        onBack={() => {
          setSource(null)
          reset()
        }}
        onImported={imported}
        onClose={onClose}
      />
    )
  return (
    <ChooseTemplate
      problem={unreadable ? t('templates.file.failed') : review.isError ? shownError(review.error).message : null}
      busy={review.isPending}
      onTemplate={key => look({ key })}
      onFile={file => void lookAtFile(file)}
      onClose={() => onClose()}
    />
  )
}
