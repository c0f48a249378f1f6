import { createElement, type ReactNode } from 'react'
import type { IconNode, IconView } from '../../shared/contract/icon.ts'
import { bundledIcon, Puzzle } from './bundled-icon.ts'

interface Props {
  readonly icon: IconView
  /** Only when the icon stands alone: the tool's display name. */
  readonly label?: string
  readonly className?: string
}

function draw(node: IconNode, key: number): ReactNode {
  return createElement(node.tag, { key, ...node.attributes }, ...node.children.map(draw))
}

/** A tool's icon. Main checked it and sends elements, never markup; what it could not draw is a puzzle piece. */
export function ToolIcon({ icon, label, className = 'icon' }: Props) {
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  if (icon.kind === 'nodes') {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label when it stands alone, hidden beside a visible name
      <svg className={className} viewBox={icon.viewBox.join(' ')} {...name}>
        {icon.nodes.map(draw)}
      </svg>
    )
  }
  const Icon = icon.kind === 'bundled' ? (bundledIcon.get(icon.name) ?? Puzzle) : Puzzle
  return <Icon className={className} {...name} />
}

/** The icon in its frame, as tiles, cards and rows show it. */
export function ToolWell({ icon, size }: { icon: IconView; size?: 'small' | 'large' }) {
  return (
    <span className="well" data-size={size}>
      <ToolIcon icon={icon} />
    </span>
  )
}
