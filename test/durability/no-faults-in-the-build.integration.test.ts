import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Every point named in the files of a folder. */
function pointsIn(folder: string, ending: RegExp): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(name => ending.test(name))
  return files.flatMap(name => {
    const text = readFileSync(join(root, folder, name), 'utf8')
    return [...text.matchAll(/\bfaults\.at\(\s*['"](F\d\d)|['"](F[0-2]\d)['"]/g)].map(
      found => found[1] ?? found[2] ?? '',
    )
  })
}

test('R1: the points at which tests end the app are not in what people run', () => {
  expect(new Set(pointsIn('src/main', /(?<!test)\.ts$/)).size).toBeGreaterThanOrEqual(23)
  expect(pointsIn('out/main', /\.js$/)).toEqual([])
})
