import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loops } from '../loops.ts'
import { runCuts, runStreams } from './run-streams.ts'

const folder = process.env.SPORA_STREAMS ?? fileURLToPath(new URL('../../../shared/provider-streams', import.meta.url))

test.skipIf(!existsSync(folder))('M5: every recorded response replays to exactly what is in it', async () => {
  const reports = (await runStreams(folder)) ?? []
  const different = reports.flatMap(({ recording, problems }) =>
    problems.map(problem => `${recording.name}: ${problem}`),
  )
  expect(different).toEqual([])
  expect(reports.length).toBeGreaterThan(0)
})

test.skipIf(!existsSync(folder))('M5: cut or broken off after any byte, an answer is read or an error', async () => {
  const reports = await runCuts(folder, 10 / loops(10))
  expect(reports.flatMap(({ problems }) => problems)).toEqual([])
  expect(new Set(reports.map(({ recording }) => recording.name)).size).toBe(3)
})
