const COMMENT = 8
/** Classes that mean "not for the eye" wherever they are used. */
const UNSEEN =
  '[hidden], [aria-hidden="true"], .sr-only, .visually-hidden, .screen-reader-text, .hidden, .d-none, input[type="hidden"]'

const HIDING: readonly RegExp[] = [
  /(^|;)\s*display\s*:\s*none/,
  /(^|;)\s*visibility\s*:\s*(hidden|collapse)/,
  /(^|;)\s*opacity\s*:\s*0?\.?0*\s*(;|!|$)/,
  /(^|;)\s*font-size\s*:\s*0?\.?[01]?(px|pt|em|rem|%)?\s*(;|!|$)/,
  /(^|;)\s*(max-)?(height|width)\s*:\s*[01]?(px)?\s*(;|!|$)/,
  /(^|;)\s*(left|right|top|text-indent)\s*:\s*-\d{3,}/,
  /(^|;)\s*clip\s*:\s*rect\(\s*[01](px)?[ ,]/,
  /(^|;)\s*clip-path\s*:\s*(inset\((50|100)%|circle\(0)/,
  /(^|;)\s*transform\s*:\s*scale\(0\)/,
]

/** Takes out what a reader would not see, as far as the document itself says so: a place for words meant for models alone. */
export function dropHidden(document: Document): void {
  for (const node of comments(document)) node.remove()
  const rules = hidingRules(document)
  for (const element of document.querySelectorAll(UNSEEN)) element.remove()
  for (const rule of rules) for (const element of matching(document, rule)) element.remove()
  for (const element of document.querySelectorAll('[style], font[color]')) if (isUnseen(element)) element.remove()
}

function comments(document: Document): ChildNode[] {
  const found: ChildNode[] = []
  const walker = document.createTreeWalker(document, 128)
  while (walker.nextNode()) if (walker.currentNode.nodeType === COMMENT) found.push(walker.currentNode as ChildNode)
  return found
}

/** Rules for print, small screens and the like: what they hide is seen elsewhere. */
const CONDITIONAL = /@(?:media|supports|container)\b(?!\s*(?:all|screen)\s*\{)[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/gi

/** Selectors of the document's own style sheets whose rule hides what it matches. */
function hidingRules(document: Document): string[] {
  const sheets = [...document.querySelectorAll('style')].filter(
    style => !/print/i.test(style.getAttribute('media') ?? ''),
  )
  return sheets.flatMap(style => {
    const css = (style.textContent ?? '')
      .slice(0, 500_000)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(CONDITIONAL, '')
    return [...css.matchAll(/([^{}@;]{1,300})\{([^{}]{0,2000})\}/g)]
      .filter(([, selector = '', body = '']) => hides(body) && !/[:>~+*]|^\s*(html|body)\b/.test(selector))
      .map(([, selector = '']) => selector.trim())
  })
}

function matching(document: Document, selector: string): Element[] {
  try {
    return [...document.querySelectorAll(selector)]
  } catch {
    return []
  }
}

function isUnseen(element: Element): boolean {
  const style = styleOf(element)
  return hides(style) || hasColourOfItsGround(element, style)
}

function hides(style: string): boolean {
  const lower = style.toLowerCase()
  return HIDING.some(pattern => pattern.test(lower))
}

function hasColourOfItsGround(element: Element, style: string): boolean {
  const colour = colourIn(style, 'color') ?? named(element.getAttribute('color'))
  if (colour === null) return false
  if (colour === 'transparent') return true
  const ground = groundOf(element)
  return ground === null ? colour === 'white' && isPlain(element) : ground === colour
}

/** The nearest background that is written down. */
function groundOf(element: Element): string | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const style = styleOf(at)
    const ground =
      colourIn(style, 'background-color') ?? colourIn(style, 'background') ?? named(at.getAttribute('bgcolor'))
    if (ground !== null) return ground
  }
  return null
}

/** Without classes around it no style sheet gives it another background: it stands on white. */
function isPlain(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) if (at.getAttribute('class')) return false
  return true
}

function colourIn(style: string, property: string): string | null {
  const value = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;!]+)`, 'i').exec(style)?.[1]
  return named(value ?? null)
}

function named(value: string | null): string | null {
  if (value === null) return null
  const colour = value.trim().toLowerCase().replace(/\s+/g, '')
  if (/^(white|#fff|#ffff|#ffffff|#ffffffff|rgba?\(255,255,255(,1(\.0+)?)?\)|#fefefe|#fdfdfd)$/.test(colour))
    return 'white'
  if (/^(transparent|rgba\(\d+,\d+,\d+,0(\.0+)?\)|#[0-9a-f]{6}00)$/.test(colour)) return 'transparent'
  const [, short] = /^#([0-9a-f]{3})$/.exec(colour) ?? []
  return short ? `#${[...short].map(digit => digit + digit).join('')}` : colour
}

function styleOf(element: Element): string {
  return element.getAttribute('style') ?? ''
}
