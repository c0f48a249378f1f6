import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LEAKS } from '../../e2e/secrets/leaks.ts'

const root = join(import.meta.dirname, '../..')

test('T-SECR-02: every leak that is made on purpose still fits the code it is made in', () => {
  const misfits = LEAKS.flatMap(({ sink, changes }) =>
    changes.flatMap(({ file, from }) =>
      readFileSync(join(root, file), 'utf8').split(from).length === 2 ? [] : [`${sink}: ${file}: ${from}`],
    ),
  )
  expect(misfits).toEqual([])
  expect(new Set(LEAKS.map(({ sink }) => sink)).size).toBe(10)
})
