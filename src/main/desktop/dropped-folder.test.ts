import { expect, test } from 'vitest'
import { SporaError } from '../../shared/spora-error.ts'
import { droppedFolder } from './dropped-folder.ts'

const choose = async (path: string) => {
  if (path === '/file') throw new SporaError('PLUGIN_REFUSED', '/file is a file. Choose a folder.')
  if (path === '/broken') throw new Error('ENOENT of something inside')
  return { candidate_id: `candidate of ${path}`, path }
}

test('a dropped folder becomes a candidate; its path does not come back', async () => {
  expect(await droppedFolder('/plugin', choose, () => {})).toEqual({ candidate_id: 'candidate of /plugin' })
})

test('what is no folder is answered with a sentence, never with a thrown error', async () => {
  const logged: unknown[] = []
  const answers = await Promise.all(
    ['/file', '/broken', '', null, 3].map(path => droppedFolder(path, choose, error => logged.push(error))),
  )
  expect(answers).toEqual([
    { problem: '/file is a file. Choose a folder.' },
    { problem: expect.stringContaining('Something went wrong inside Spora') },
    ...Array(3).fill({ problem: expect.stringContaining('no folder on this computer') }),
  ])
  expect(logged).toHaveLength(1)
})
