import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visible } from './visible.ts'
import { visibleJson } from './visible-json.ts'

test('R3: JSON to edit shows unseen characters as escapes and means the same', () => {
  expect(visibleJson({ file: 'invoice\u202efdp.exe', tag: '\u{e0041}' })).toBe(
    '{\n  "file": "invoice\\u202efdp.exe",\n  "tag": "\\udb40\\udc41"\n}',
  )
  expect(visibleJson(undefined)).toBeUndefined()
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
      const text = visibleJson(value) ?? ''
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(visible(text).filter(part => part.hidden)).toEqual([])
    }),
  )
})
