import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runStreams } from './run-streams.ts'

const folder = process.env.SPORA_STREAMS ?? fileURLToPath(new URL('../../../shared/provider-streams', import.meta.url))
const reports = await runStreams(folder)

test.skipIf(reports === null)('M5: every recorded response replays to exactly what is in it', () => {
  const different = (reports ?? []).flatMap(({ recording, problems }) =>
    problems.map(problem => `${recording.name}: ${problem}`),
  )
  expect(different).toEqual([])
  expect(reports?.length).toBeGreaterThan(0)
})
