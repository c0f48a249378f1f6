import type { IconNode, IconView } from '../../../shared/contract/icon.ts'
import { IconProblem } from './icon-problem.ts'
import { isPathData } from './path-data.ts'
import { readXml, type XmlElement } from './read-xml.ts'

type NodesView = Extract<IconView, { kind: 'nodes' }>
type Check = (value: string) => boolean

const LIMITS = { elements: 64, depth: 6 }
export const DEFAULT_VIEW_BOX: NodesView['viewBox'] = [0, 0, 24, 24]

const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?\s*$/
const isNumber: Check = value => NUMBER.test(value) && Math.abs(Number(value)) <= 100_000
const isPoints: Check = value =>
  value.trim() !== '' &&
  value
    .trim()
    .split(/[\s,]+/)
    .every(isNumber)
const isColour: Check = value =>
  /^(?:none|currentColor|#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}))$/.test(value)
const oneOf =
  (...values: string[]): Check =>
  value =>
    values.includes(value)

/** How it is painted: on any element, and on the `<svg>` itself. By SVG's name: React's name and what it may say. */
const PAINT: ReadonlyMap<string, readonly [string, Check]> = new Map<string, readonly [string, Check]>([
  ['fill', ['fill', isColour]],
  ['stroke', ['stroke', isColour]],
  ['stroke-width', ['strokeWidth', isNumber]],
  ['stroke-linecap', ['strokeLinecap', oneOf('butt', 'round', 'square')]],
  ['stroke-linejoin', ['strokeLinejoin', oneOf('miter', 'round', 'bevel')]],
  ['fill-rule', ['fillRule', oneOf('nonzero', 'evenodd')]],
  ['clip-rule', ['clipRule', oneOf('nonzero', 'evenodd')]],
  ['opacity', ['opacity', isNumber]],
])

const GEOMETRY: ReadonlyMap<string, readonly [string, Check]> = new Map<string, readonly [string, Check]>([
  ['d', ['d', isPathData]],
  ['points', ['points', isPoints]],
  ...['cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'width', 'height', 'x1', 'y1', 'x2', 'y2'].map(
    name => [name, [name, isNumber]] as const,
  ),
])

/** What may be drawn, and what each cannot be drawn without. */
const ELEMENTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['path', ['d']],
  ['circle', ['r']],
  ['ellipse', ['rx', 'ry']],
  ['line', []],
  ['polyline', ['points']],
  ['polygon', ['points']],
  ['rect', ['width', 'height']],
  ['g', []],
])

/**
 * A whole `<svg>` as checked elements. What is not on the lists (scripts, links, styles, texts, references, animations,
 * handlers, ids) is not taken over; what is not well-formed, or too much, throws an IconProblem.
 */
export function svgNodes(text: string): NodesView {
  if (/<[!?](?!--|\[CDATA\[)/.test(text))
    throw new IconProblem('ICON_INVALID', 'It has a document type, an entity or a processing instruction.')
  const root = readXml(text, LIMITS)
  if (root.name.toLowerCase() !== 'svg') throw new IconProblem('ICON_INVALID', 'Its outermost element is not <svg>.')
  const children = root.children.flatMap(nodeOf)
  if (!children.some(isDrawn)) throw new IconProblem('ICON_INVALID', 'Nothing in it can be drawn.')
  const paint = taken(root, PAINT)
  const nodes = Object.keys(paint).length > 0 ? [{ tag: 'g' as const, attributes: paint, children }] : children
  return { kind: 'nodes', viewBox: viewBoxOf(root), nodes }
}

function nodeOf(element: XmlElement): IconNode[] {
  const needed = ELEMENTS.get(element.name)
  if (!needed) return []
  const attributes = { ...taken(element, GEOMETRY), ...taken(element, PAINT) }
  if (needed.some(name => !Object.hasOwn(attributes, name))) return []
  const children = element.name === 'g' ? element.children.flatMap(nodeOf) : []
  return [{ tag: element.name as IconNode['tag'], attributes, children }]
}

function taken(element: XmlElement, allowed: typeof PAINT): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [name, value] of element.attributes) {
    const rule = allowed.get(name)
    if (rule?.[1](value)) attributes[rule[0]] = value.trim()
  }
  return attributes
}

function isDrawn(node: IconNode): boolean {
  return node.tag === 'g' ? node.children.some(isDrawn) : true
}

/** The icon's own box when it is a sensible one; icons are never clipped to nothing or zoomed out of sight. */
function viewBoxOf(root: XmlElement): NodesView['viewBox'] {
  const numbers = (root.attributes.get('viewBox') ?? '').trim().split(/[\s,]+/)
  if (numbers.length !== 4 || !numbers.every(isNumber)) return DEFAULT_VIEW_BOX
  const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
  const sensible = width >= 1 && height >= 1 && [x, y, width, height].every(number => Math.abs(number) <= 4096)
  return sensible ? [x, y, width, height] : DEFAULT_VIEW_BOX
}
