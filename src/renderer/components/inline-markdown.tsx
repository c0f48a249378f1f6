import { VisibleText } from './visible-text.tsx'

/** `code`, **strong**, *emphasis*, [text](address): the address is dropped, a link in a sentence to approve is inert. */
const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g

/** One line of inline Markdown, as `human_description` is. */
export function InlineMarkdown({ text }: { text: string }) {
  const parts = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [all, code, strong, emphasis, link] = match
    if (match.index > from) parts.push(<VisibleText key={from} text={text.slice(from, match.index)} />)
    const key = `${match.index}m`
    if (code !== undefined)
      parts.push(
        <code key={key}>
          <VisibleText text={code} />
        </code>,
      )
    else if (strong !== undefined)
      parts.push(
        <strong key={key}>
          <VisibleText text={strong} />
        </strong>,
      )
    else if (emphasis !== undefined)
      parts.push(
        <em key={key}>
          <VisibleText text={emphasis} />
        </em>,
      )
    else parts.push(<VisibleText key={key} text={link ?? ''} />)
    from = match.index + all.length
  }
  if (from < text.length) parts.push(<VisibleText key={from} text={text.slice(from)} />)
  return parts
}
