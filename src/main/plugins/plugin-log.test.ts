import { expect, test } from 'vitest'
import { PluginLog } from './plugin-log.ts'

test('G11: never a secret, wherever it stands in a line', () => {
  const log = new PluginLog()
  log.hide('s3cr3t-key')
  log.hide('abc') // too short to blank out
  log.add('info', 'GET /x?key=s3cr3t-key abc s3cr3t-key')
  expect(log.lines().map(line => line.text)).toEqual(['GET /x?key=[secret] abc [secret]'])
})

test('G11: keeps the newest lines, bounded in number and in size', () => {
  const log = new PluginLog()
  for (let i = 0; i < 3_000; i++) log.add('info', `line ${i}`)
  expect(log.lines()).toHaveLength(1_000)
  expect(log.lines().at(-1)?.text).toBe('line 2999')
  for (let i = 0; i < 200; i++) log.add('error', 'x'.repeat(100_000))
  expect(log.lines().reduce((sum, line) => sum + line.text.length, 0)).toBeLessThanOrEqual(256_000)
})

test('U: control and direction characters are shown, not obeyed', () => {
  const log = new PluginLog()
  log.add('error', 'a\u202eb\u0007')
  expect(log.lines()[0]?.text).toBe('a\\u{202E}b\\u{7}')
})
