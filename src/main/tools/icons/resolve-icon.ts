import { BUNDLED_ICONS } from '../../../shared/bundled-icons.ts'
import type { IconView } from '../../../shared/contract/icon.ts'
import { nearest } from '../nearest.ts'
import { quote } from '../quote.ts'
import { IconProblem } from './icon-problem.ts'
import { isPathData } from './path-data.ts'
import { DEFAULT_VIEW_BOX, svgNodes } from './svg-nodes.ts'

const NAMES: ReadonlySet<string> = new Set(BUNDLED_ICONS)
const MAX_SVG = 8192
const MAX_PATH = 4096

/** I1 and I2: the tool's icon, else its plugin's, else none; drawn only if it is one of the three forms. Never throws. */
export function resolveIcon(toolIcon: unknown, manifestIcon: unknown): IconView {
  const icon = chooseIcon(toolIcon, manifestIcon)
  if (icon === null) return { kind: 'fallback', reason: notText(toolIcon) ?? notText(manifestIcon) }
  try {
    return readIcon(icon.trim())
  } catch (error) {
    if (!(error instanceof IconProblem)) throw error
    return { kind: 'fallback', reason: `${error.code}: ${error.message} The puzzle piece is shown instead.` }
  }
}

/** I1: the first that is set. Blank counts as unset, and so does what is no text. */
export function chooseIcon(toolIcon: unknown, manifestIcon: unknown): string | null {
  for (const icon of [toolIcon, manifestIcon]) if (typeof icon === 'string' && icon.trim() !== '') return icon
  return null
}

function readIcon(icon: string): IconView {
  if (NAMES.has(icon)) return { kind: 'bundled', name: icon }
  if (/^<svg/i.test(icon)) {
    if (icon.length > MAX_SVG)
      throw new IconProblem('ICON_TOO_COMPLEX', `The icon is longer than ${MAX_SVG} characters.`)
    return svgNodes(icon)
  }
  if (icon.length > MAX_PATH) throw new IconProblem('ICON_INVALID', `The icon is longer than ${MAX_PATH} characters.`)
  if (isPathData(icon))
    return { kind: 'nodes', viewBox: DEFAULT_VIEW_BOX, nodes: [{ tag: 'path', attributes: { d: icon }, children: [] }] }
  throw new IconProblem('ICON_INVALID', whyNot(icon))
}

function whyNot(icon: string): string {
  if (icon.startsWith('<')) return 'The icon is markup, but does not begin with <svg.'
  if (/^[A-Za-z][\d\s.,+-]/.test(icon) && /\d/.test(icon))
    return 'The icon looks like SVG path data, but is not: it begins with M or m and every command has all its numbers.'
  const meant = nearest(icon, NAMES)
  return `There is no bundled icon ${quote(icon, 40)}.${meant ? ` Did you mean ${quote(meant)}?` : ''}`
}

function notText(icon: unknown): string | null {
  if (icon === null || icon === undefined || typeof icon === 'string') return null
  return `ICON_INVALID: The icon is a ${Array.isArray(icon) ? 'list' : typeof icon}, not a text. The puzzle piece is shown instead.`
}
