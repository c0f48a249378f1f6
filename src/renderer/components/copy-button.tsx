import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../i18n/text.tsx'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { toast } from './toast.tsx'

/** Copies text; says so where it was clicked. Without `label` it is an icon with the name "Copy". */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  async function copy() {
    try {
      await copyText(text)
    } catch {
      return toast(t('common.copy_failed'))
    }
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  const Icon = copied ? Check : Copy
  return (
    <Button
      kind="quiet"
      size="small"
      icon={<Icon className="icon icon-small" aria-hidden />}
      aria-label={label ? undefined : t(copied ? 'common.copied' : 'common.copy')}
      onClick={() => void copy()}
    >
      {label && (copied ? t('common.copied') : label)}
    </Button>
  )
}
