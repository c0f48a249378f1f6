import { join } from 'node:path'
import { expect } from '@playwright/test'
import { loops } from '../test/loops.ts'
import { scan } from './secrets/canaries.ts'
import { buildWith, LEAKS } from './secrets/leaks.ts'
import { liveWithSecrets } from './secrets/live-with-secrets.ts'
import { test } from './support/test.ts'

test.setTimeout(900_000)

test('R4, L6, T-SECR-01: no secret leaves the app but to where it was entered for', async () => {
  const { canaries, sinks } = await liveWithSecrets(join(import.meta.dirname, '../out'))
  const { cells, hits } = scan(canaries, sinks)
  console.log(`T-SECR-01: ${cells} cells, ${hits.length} hits`)
  for (const [name, held] of Object.entries(sinks)) expect(held.size, name).toBeGreaterThan(0)
  expect(sinks.files?.get('spora.db-wal, while it ran')?.length).toBeGreaterThan(0)
  expect(hits).toEqual([])
  expect(cells).toBe(960)
})

test('R4, T-SECR-02: a leak into any of the sinks is found', async () => {
  // In the full run each leak has an app of its own, so that none is found for another's sake.
  const apps = loops(LEAKS.length) === LEAKS.length ? LEAKS.map(leak => [leak]) : [LEAKS]
  const found: string[] = []
  for (const leaks of apps) {
    const { canaries, sinks } = await liveWithSecrets(await buildWith(leaks))
    const hit = new Set(scan(canaries, sinks).hits.map(({ sink }) => sink))
    found.push(...leaks.map(({ sink }) => sink).filter(sink => hit.has(sink)))
  }
  console.log(`T-SECR-02: ${found.length} of ${LEAKS.length} leaks found, in ${apps.length} apps`)
  expect(found).toEqual(LEAKS.map(({ sink }) => sink))
})
