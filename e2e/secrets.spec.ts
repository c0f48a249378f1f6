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
  expect(hits).toEqual([])
  expect(cells).toBe(960)
})

test('R4, T-SECR-02: a leak into any of the sinks is found', async () => {
  const leaks = LEAKS.slice(0, loops(LEAKS.length))
  const found: string[] = []
  for (const leak of leaks) {
    const { canaries, sinks } = await liveWithSecrets(await buildWith(leak))
    if (scan(canaries, sinks).hits.some(({ sink }) => sink === leak.sink)) found.push(leak.sink)
  }
  console.log(`T-SECR-02: ${found.length} of ${leaks.length} leaks found`)
  expect(found).toEqual(leaks.map(({ sink }) => sink))
})
