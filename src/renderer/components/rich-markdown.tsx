import { Image } from 'lucide-react'
import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useText } from '../i18n/text.tsx'
import { OutsideLink } from './outside-link.tsx'
import { showUnseen } from './show-unseen.ts'
import { splitBlocks } from './split-blocks.ts'

const plugins = [remarkGfm]
const treePlugins = [showUnseen]

/** Only addresses a person may want to open; everything else loses its address. */
const safeUrl = (url: string) => (/^(https?:|mailto:)/i.test(url) ? url : '')

const components: Components = {
  a: ({ href, children }) => (href ? <OutsideLink address={href}>{children}</OutsideLink> : <span>{children}</span>),
  img: ({ alt }) => <Picture alt={alt ?? ''} />,
  pre: ({ children }) => <pre className="code">{children}</pre>,
  table: ({ children }) => (
    <div className="table-scroll">
      <table>{children}</table>
    </div>
  ),
}

/** Pictures in text are never fetched. */
function Picture({ alt }: { alt: string }) {
  const t = useText()
  return (
    <span className="chip" data-tone="line">
      <Image className="icon" aria-hidden />
      {alt ? t('common.image', { alt }) : t('common.image_no_alt')}
    </span>
  )
}

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={plugins}
      rehypePlugins={treePlugins}
      skipHtml
      urlTransform={safeUrl}
      components={components}
    >
      {text}
    </ReactMarkdown>
  )
})

/** While text streams in, finished blocks stay as they are and only the last one is parsed again. */
export default function RichMarkdown({ text, streaming }: { text: string; streaming: boolean }) {
  if (!streaming) return <Block text={text} />
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
  return splitBlocks(text).map((block, index) => <Block key={index} text={block} />)
}
