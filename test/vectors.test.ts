import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { reportLine, runVectors } from './vector-runners/run-vectors.ts'

test('vectors: every answer of the reference is matched, or explained by a rule or a reason', async () => {
  const reports = await runVectors(fileURLToPath(new URL('vectors', import.meta.url)))
  for (const report of reports) console.log(reportLine(report))
  expect(
    reports.flatMap(report => report.unexplained.map(({ name, detail }) => `${report.file}: ${name}: ${detail}`)),
  ).toEqual([])
})
