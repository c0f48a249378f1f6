import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loops } from '../../../../test/loops.ts'
import { BUNDLED_ICONS } from '../../../shared/bundled-icons.ts'
import { type IconNode, iconView } from '../../../shared/contract/icon.ts'
import { resolveIcon } from './resolve-icon.ts'

const SHAPE = '<path d="M1 1h2"/>'
const DRAWN: IconNode = { tag: 'path', attributes: { d: 'M1 1h2' }, children: [] }

function icon(value: unknown) {
  return resolveIcon(value, null)
}

/** The nodes of a drawn icon. */
function nodes(svg: string): readonly IconNode[] {
  const view = icon(svg)
  expect(view.kind, `${svg.slice(0, 80)} ${JSON.stringify(view)}`).toBe('nodes')
  return view.kind === 'nodes' ? view.nodes : []
}

function reason(value: unknown): string {
  const view = icon(value)
  expect(view.kind).toBe('fallback')
  return (view.kind === 'fallback' && view.reason) || ''
}

describe('which icon (I1)', () => {
  test("I1: the tool's icon, then the plugin's, then none; blank and non-text count as unset", () => {
    expect(resolveIcon('calendar', 'mail')).toEqual({ kind: 'bundled', name: 'calendar' })
    for (const unset of [null, undefined, '', ' \n', 5, ['mail']])
      expect(resolveIcon(unset, 'mail')).toEqual({ kind: 'bundled', name: 'mail' })
    expect(resolveIcon(null, null)).toEqual({ kind: 'fallback', reason: null })
    expect(resolveIcon('  mail ', null)).toEqual({ kind: 'bundled', name: 'mail' })
  })

  test('I1: an icon that is set but not drawable is the puzzle piece, not the next layer', () => {
    expect(resolveIcon('no-such-icon', 'mail').kind).toBe('fallback')
  })

  test('I2: every bundled name is one', () => {
    for (const name of [...BUNDLED_ICONS, 'bot']) expect(icon(name)).toEqual({ kind: 'bundled', name })
  })
})

describe('what is drawn (I2)', () => {
  test('B250: unknown names, huge texts and other values fall back with a reason for the author', () => {
    expect(reason('callendar')).toBe(
      'ICON_INVALID: There is no bundled icon "callendar". Did you mean "calendar"? The puzzle piece is shown instead.',
    )
    expect(reason('x'.repeat(1_000_000))).toMatch(/^ICON_INVALID: .*longer than 4096/)
    expect(reason(5)).toMatch(/^ICON_INVALID: The icon is a number/)
    expect(icon('')).toEqual({ kind: 'fallback', reason: null })
    for (const name of [
      'message',
      'heart',
      'table',
      'arrow-left',
      'layers',
      'Mail',
      '__proto__',
      'constructor',
      'm',
      'M',
    ])
      expect(reason(name), name).toMatch(/^ICON_INVALID/)
  })

  test('I2: a text is a path only if the whole of it is path data', () => {
    const paths = [
      'M1 1',
      'm0,0 l5-5.5.5 1e1z',
      'M2 3a1 1 0 01.5.5',
      'M0 0C1 1 2 2 3 3 4 4 5 5 6 6S1 2 3 4',
      'M10-.5H5V6Z M1 1',
      'M1 2 3 4',
    ]
    for (const d of paths)
      expect(icon(d), d).toEqual({
        kind: 'nodes',
        viewBox: [0, 0, 24, 24],
        nodes: [{ tag: 'path', attributes: { d }, children: [] }],
      })
    const others = [
      'L1 1',
      'M1',
      'M1 1 2',
      'M1 1 L',
      'M1 1,',
      'M,1 1',
      'M1 1 a1 1 0 2 1 3 3',
      'M1 1 NaN',
      'M1 1Z5',
      'M--1 1',
      'M1 1url(x)',
    ]
    for (const d of others) expect(reason(d), d).toMatch(/^ICON_INVALID/)
  })

  test('B251: path data with other letters, NaN, or 200 kB is refused', () => {
    for (const d of ['M1 1 X2 2', 'M NaN 1', `M1 1${'h1'.repeat(100_000)}`]) expect(reason(d)).toMatch(/^ICON_INVALID/)
  })

  test('I2: shapes and their paint come over by the names React uses', () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 20 10" fill="none" stroke="currentColor"
      stroke-width="2" stroke-linecap="round" stroke-linejoin="round" class="x"><!-- note --><g opacity=".5">
      <circle cx="1" cy="2" r="3" fill="#fff"/><ellipse rx="1" ry="2"></ellipse><line x1="0" y1="0" x2="5" y2="5"/>
      <polyline points="1,2 3,4"/><polygon points="0 0 1 1 2 0"/><rect x="1" y="1" width="5" height="5" rx="1" />
      <path fill-rule="evenodd" clip-rule="evenodd" d="M0 0h1z"/></g></svg>`
    expect(icon(svg)).toEqual({
      kind: 'nodes',
      viewBox: [0, 0, 20, 10],
      nodes: [
        {
          tag: 'g',
          attributes: {
            fill: 'none',
            stroke: 'currentColor',
            strokeWidth: '2',
            strokeLinecap: 'round',
            strokeLinejoin: 'round',
          },
          children: [
            {
              tag: 'g',
              attributes: { opacity: '.5' },
              children: [
                { tag: 'circle', attributes: { cx: '1', cy: '2', r: '3', fill: '#fff' }, children: [] },
                { tag: 'ellipse', attributes: { rx: '1', ry: '2' }, children: [] },
                { tag: 'line', attributes: { x1: '0', y1: '0', x2: '5', y2: '5' }, children: [] },
                { tag: 'polyline', attributes: { points: '1,2 3,4' }, children: [] },
                { tag: 'polygon', attributes: { points: '0 0 1 1 2 0' }, children: [] },
                { tag: 'rect', attributes: { x: '1', y: '1', width: '5', height: '5', rx: '1' }, children: [] },
                { tag: 'path', attributes: { d: 'M0 0h1z', fillRule: 'evenodd', clipRule: 'evenodd' }, children: [] },
              ],
            },
          ],
        },
      ],
    })
  })

  const dropped: [string, string[]][] = [
    ['B253', ['<script>alert(1)</script>', '<script href="data:text/javascript,1"/>', '<SCRIPT/>', '<svg:script/>']],
    ['B254', ['<foreignObject><iframe src="javascript:alert(1)"/></foreignObject>']],
    ['B255', [`<a href="javascript:alert(1)">${SHAPE}</a>`, `<a xlink:href="javascript:alert(1)">${SHAPE}</a>`]],
    [
      'B256',
      [
        '<use href="data:image/svg+xml,x"/>',
        '<use href="https://evil.example/x"/>',
        '<image href="https://evil.example"/>',
      ],
    ],
    ['B258', ['<style>@import url(https://evil.example)</style>']],
    ['B261', ['<animate attributeName="href" values="javascript:alert(1)"/>', '<set attributeName="d" to="x"/>']],
    [
      'B263',
      [
        '<!-- &gt;<img src=x onerror=alert(1)> -->',
        '<![CDATA[<script>alert(1)</script>]]>',
        '<title><style>x</style></title>',
        '<desc>&lt;img onerror=x&gt;</desc>',
      ],
    ],
    ['B268', ['<text x="1" y="1">Approved</text>', '<tspan>Approved</tspan>']],
  ]
  for (const [id, parts] of dropped)
    test(`${id}: dropped, and what stands beside it is still drawn`, () => {
      for (const part of parts) expect(nodes(`<svg>${part}${SHAPE}</svg>`), part).toEqual([DRAWN])
    })

  const withoutAttribute: [string, string[]][] = [
    ['B259', ['style="background:url(https://evil.example)"']],
    [
      'B260',
      [
        'fill="url(https://evil.example/x#y)"',
        'fill="red"',
        'filter="url(https://evil.example)"',
        'mask="url(#m)"',
        'clip-path="url(#c)"',
        'marker-end="url(#e)"',
        'stroke="context-fill"',
      ],
    ],
    ['B266', ['id="__proto__"', 'name="cookie"', 'class="x"', 'onload="alert(1)"', '__proto__="x"', 'constructor="x"']],
    ['B269', ['transform="scale(1000000)"', 'opacity="NaN"', 'stroke-width="1e9"', 'stroke-width="5;x"']],
  ]
  for (const [id, attributes] of withoutAttribute)
    test(`${id}: the attribute is dropped, the shape stays`, () => {
      for (const attribute of attributes)
        expect(nodes(`<svg ${attribute}><path ${attribute} d="M1 1h2"/></svg>`), attribute).toEqual([DRAWN])
    })

  test('B264: document types, entities and processing instructions are refused before anything is read', () => {
    const texts = [
      `<svg><!DOCTYPE svg [<!ENTITY a "b">]>${SHAPE}</svg>`,
      `<svg><?xml-stylesheet href="x"?>${SHAPE}</svg>`,
      `<!DOCTYPE svg><svg>${SHAPE}</svg>`,
      `<?xml version="1.0"?><svg>${SHAPE}</svg>`,
      `<svg><path d="&a;"/>${SHAPE}</svg>`,
      `<svg>&nbsp;${SHAPE}</svg>`,
    ]
    for (const text of texts) expect(reason(text), text).toMatch(/^ICON_INVALID/)
  })

  test('B265: more than 64 elements, 6 levels, 8 kB, or points without end is too complex', () => {
    expect(reason(`<svg>${'<g>'.repeat(600)}${SHAPE}${'</g>'.repeat(600)}</svg>`)).toMatch(/^ICON_TOO_COMPLEX/)
    expect(reason(`<svg>${SHAPE.repeat(64)}</svg>`)).toMatch(/^ICON_TOO_COMPLEX/)
    expect(reason(`<svg><polyline points="${'1,1 '.repeat(20_000)}"/></svg>`)).toMatch(/^ICON_TOO_COMPLEX/)
    expect(reason(`<svg>${'<g>'.repeat(6)}${SHAPE}${'</g>'.repeat(6)}</svg>`)).toMatch(/^ICON_TOO_COMPLEX/)
    expect(nodes(`<svg>${'<g>'.repeat(5)}${SHAPE}${'</g>'.repeat(5)}</svg>`)).toHaveLength(1)
    expect(nodes(`<svg>${SHAPE.repeat(63)}</svg>`)).toHaveLength(63)
  })

  test('B269: a view box that is no sensible box becomes the usual one', () => {
    for (const box of ['0 0 1e9 1e9', '0 0 -5 5', '-1e9 0 24 24', 'a b c d', '0 0 24', '0 0 NaN 24', ''])
      expect(icon(`<svg viewBox="${box}">${SHAPE}</svg>`)).toMatchObject({ viewBox: [0, 0, 24, 24] })
    expect(icon(`<svg viewBox="-2,-2 28 28">${SHAPE}</svg>`)).toMatchObject({ viewBox: [-2, -2, 28, 28] })
  })

  test('I2: what is not well-formed, or draws nothing, is refused', () => {
    const texts = [
      '<svg>',
      '<svg/>',
      "<svg xmlns='x'/>",
      `<svg>${SHAPE}`,
      `<svg>${SHAPE}</g>`,
      `<svg a=1>${SHAPE}</svg>`,
      `<svg a>${SHAPE}</svg>`,
    ]
    texts.push(
      `<svg>${SHAPE}</svg><p/>`,
      `<svg a="1" a="2">${SHAPE}</svg>`,
      '<svg><path/></svg>',
      '<svg><g></g></svg>',
      `<svgs>${SHAPE}</svgs>`,
      `<svg>${SHAPE}</svg`,
      '<svg',
      '<p/>',
      `<svg>${SHAPE}&</svg>`,
    )
    for (const text of texts) expect(reason(text), text).toMatch(/^ICON_INVALID/)
    expect(nodes(`<SVG>${SHAPE}</SVG>`)).toEqual([DRAWN])
  })

  test('I2: whatever the text, nothing throws and nothing outside the lists comes out', () => {
    const parts = fc.constantFrom(
      ...[
        '<svg>',
        '</svg>',
        '<g>',
        '</g>',
        SHAPE,
        '<script>',
        '</script>',
        '<a href="x">',
        '</a>',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
      ],
      ...[
        '&lt;',
        '&#x3c;',
        '"',
        "'",
        '=',
        ' onload="x"',
        ' fill="url(x)"',
        '<circle r="1"',
        '/>',
        '>',
        '<',
        'M1 1',
        '<rect width="1" height="1" style="x"/>',
      ],
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 4 })), { maxLength: 14 }), list => {
        for (const text of [list.join(''), `<svg>${list.join('')}</svg>`]) {
          const view = icon(text)
          expect(iconView.safeParse(view).success).toBe(true)
          if (view.kind === 'nodes') expectSafe(view.nodes)
          if (view.kind === 'fallback') expect((view.reason ?? '').length).toBeLessThanOrEqual(500)
        }
      }),
      { numRuns: loops(10_000) },
    )
  }, 60_000)
})

function expectSafe(list: readonly IconNode[]): void {
  for (const { tag, attributes, children } of list) {
    expect(['path', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'rect', 'g']).toContain(tag)
    for (const [name, value] of Object.entries(attributes)) {
      expect(name).toMatch(
        /^(d|points|cx|cy|r|rx|ry|x|y|width|height|[xy][12]|fill|stroke|stroke[WL]\w+|fillRule|clipRule|opacity)$/,
      )
      expect(value).toMatch(/^[\w\s.,#+-]*$/)
    }
    expectSafe(children)
  }
}
