import { useText } from '../i18n/text.tsx'

/** The block the model reads after the tool's description, on lines of its own. */
export function ModelPreview({ text }: { text: string }) {
  const t = useText()
  return (
    <details className="model-preview">
      <summary className="note">{t('settings.preview')}</summary>
      {text === '' ? (
        <p className="note">{t('settings.preview.none')}</p>
      ) : (
        <pre className="code" data-size="small">
          {text.trim()}
        </pre>
      )}
    </details>
  )
}
