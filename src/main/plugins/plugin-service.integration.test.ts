import { expect, test } from 'vitest'
import { pluginApp } from './test/plugin-app.ts'
import { pluginFolder } from './test/plugin-folder.ts'

test('G4: a folder is reviewed, added, loaded in its own process, and its tool runs', async () => {
  const app = await pluginApp()
  const review = await app.service.choose(pluginFolder())
  expect(review).toMatchObject({ slug: 'sample', name: 'Sample', version: '1.0.0', can_load: true, conflict: null })
  expect(review.checks.filter(check => check.status !== 'pass')).toEqual([])
  const view = await app.service.add({ candidate_id: review.candidate_id, digest: review.digest ?? '', mode: 'link' })
  expect(view).toMatchObject({ state: 'loaded', error: null, mode: 'link' })
  expect(view.tools).toMatchObject([{ qualified_name: 'sample:echo', ok: true, problems: [] }])
  expect(await app.call('sample:echo', { text: 'hello' })).toEqual({
    kind: 'result',
    result: { success: true, content: 'hello', data: null },
  })
  expect(await app.registry.byName('sample:echo')?.runner.describe({ text: 'hi' })).toBe('Echo “hi”')
})
