import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const RUN = pathToFileURL(join(import.meta.dirname, '../../scripts/run.mjs')).href

/** A script that runs one command, then says `next`. */
function script(command: string) {
  const code = `import { run } from '${RUN}'; console.log('code', await run('node', ['-e', ${JSON.stringify(command)}])); console.log('next')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = { text: '' }
  child.stdout.on('data', chunk => {
    said.text += chunk
  })
  return { child, said }
}

test('a command that fails is answered with its code, and the script goes on', async () => {
  const { child, said } = script('process.exit(3)')
  await once(child, 'close')
  expect(said.text).toBe('code 3\nnext\n')
})

test('a signal reaches the command, and what would come next does not run', async () => {
  const { child, said } = script(
    "process.on('SIGTERM', () => { console.log('ending'); process.exit(0) }); console.log('up'); setInterval(() => {}, 1000)",
  )
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  expect({ code, said: said.text }).toEqual({ code: 0, said: 'up\nending\n' })
})
