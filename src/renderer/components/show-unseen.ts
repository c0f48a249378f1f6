import { visible } from './visible.ts'

/** A parsed text, as far as this looks at it. */
interface Node {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** Step of the Markdown renderer: unseen characters of a model's text get their names, as everywhere else. */
export function showUnseen() {
  return (tree: Node): void => show(tree)
}

function show(node: Node): void {
  node.children = node.children?.flatMap(child => {
    if (child.type === 'text') return shown(child)
    show(child)
    return child
  })
}

function shown(node: Node): Node[] {
  return visible(node.value ?? '').map(({ text, hidden }) =>
    hidden
      ? {
          type: 'element',
          tagName: 'span',
          properties: { className: ['unseen'] },
          children: [{ type: 'text', value: text }],
        }
      : { type: 'text', value: text },
  )
}
