import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCall, mutations } from '../../../test/any-arguments.ts'
import { anyTool } from '../../../test/any-tool.ts'
import { loops } from '../../../test/loops.ts'
import { canonicalSchema } from './canonical-schema.ts'
import { checkArguments } from './check-arguments.ts'

const LONG = 600_000

test(
  'S5: whatever is declared, the canonical schema compiles in ajv strict',
  () => {
    const strict = { strict: true, strictRequired: false, allowUnionTypes: true } as const
    const ajv = new Ajv2020({ ...strict, logger: false, code: { optimize: false } })
    addFormats.default(ajv)
    fc.assert(
      fc.property(anyTool, metadata => {
        const schema = canonicalSchema(metadata)
        ajv.compile(schema)
        ajv.removeSchema(schema)
      }),
      { numRuns: loops(10_000) },
    )
  },
  LONG,
)

test(
  'W6: valid arguments of any tool pass, and with a single thing wrong they do not',
  () => {
    fc.assert(
      fc.property(anyCall, ({ metadata, operation, args }) => {
        expect(checkArguments(metadata, operation, args)).toMatchObject({ ok: true, coerced: [] })
        for (const [what, wrong] of mutations(metadata, operation, args))
          expect([what, checkArguments(metadata, operation, wrong).ok]).toEqual([what, false])
      }),
      { numRuns: loops(10_000) },
    )
  },
  LONG,
)
