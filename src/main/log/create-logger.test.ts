import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger, type Logger, type LogLimits } from './create-logger.ts'
import { hideSecretLooks } from './hide-secret-looks.ts'

let root: string
let folder: string
const open: Logger[] = []
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'spora-log-'))
  folder = join(root, 'logs')
})
afterEach(() => {
  for (const log of open.splice(0)) log.close()
  rmSync(root, { recursive: true, force: true })
})

function logger(limits?: LogLimits, hide = (text: string) => text): Logger {
  const log = createLogger(folder, { ...(limits ? { limits } : {}), hide })
  open.push(log)
  return log
}
const text = (name = 'spora.log') => readFileSync(join(folder, name), 'utf8')
const lines = () =>
  text()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)

test('R4: of an error only name, code, message and the top of its stack are kept', () => {
  const error = Object.assign(new TypeError('It failed.', { cause: new Error('canary') }), {
    code: 'E_FAILED',
    config: { headers: { authorization: 'canary' } },
    response: { body: 'canary' },
    canary: 'canary',
  })
  logger().error(error)
  expect(text()).not.toContain('canary')
  const [line] = lines()
  expect(Object.keys(line ?? {}).sort()).toEqual(['code', 'level', 'message', 'name', 'stack', 'time'])
  expect(line).toMatchObject({ level: 50, name: 'TypeError', code: 'E_FAILED', message: 'It failed.' })
  expect(line?.stack).toHaveLength(3)
})

test('R4: known secrets and what looks like one are taken out before a message is cut', () => {
  const log = logger(undefined, text => text.replaceAll('hunter22', '[secret]'))
  const looks = [
    'sk-proj-abcdefghijklmnopqrstuv',
    'AIzaSyA1234567890abcdefghijklmnopqrstuv',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'https://ada:lovelace@example.org/x',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----',
  ]
  log.error(new Error(`hunter22 Authorization: Bearer abc.def-ghi_jkl012345 ${looks.join(' ')}`))
  log.error(Object.assign(new Error('x'), { code: 'hunter22', name: 'hunter22' }))
  expect(text()).not.toMatch(/hunter22|abc\.def|sk-proj|AIza|ghp_|lovelace|MIIE/)
  expect(text()).toContain('https://[secret]@example.org/x')
})

test('R4: a long message is cut, and no line of it comes back with the stack', () => {
  const error = new Error(`${'x'.repeat(400)}\ncanary\n    canary`)
  logger().error(error)
  expect(text()).not.toContain('canary')
  expect(lines()[0]?.message).toHaveLength(300)
})

test('4.15: no part of an error is longer than it may be, and what a message says is never taken for its stack', () => {
  const long = 'canary'.repeat(20_000)
  const error = Object.assign(new Error(`It failed.\n    at ${long}\n    at canary (canary.js:1:1)`), {
    code: `E_${long}`,
  })
  error.name = `Odd${long}`
  logger().error(error)
  const [line] = lines()
  expect(JSON.stringify(line?.stack)).not.toContain('canary')
  expect(line?.stack).toHaveLength(3)
  const changed = new Error('It failed.')
  changed.message = 'Otherwise.'
  changed.stack = `Error: It failed.\n    at ${'x'.repeat(10_000)}\n    at b`
  logger().error(changed)
  for (const each of lines()) expect(JSON.stringify(each).length).toBeLessThan(2_500)
})

test('4.15: hiding what looks like a secret takes time that grows with the text, not with its square', () => {
  const texts = [' '.repeat(1_000_000), '\n'.repeat(1_000_000), 'a://'.repeat(100_000), 'Bearer '.repeat(100_000)]
  for (const text of [...texts, '-----BEGIN '.repeat(100_000), 'sk- '.repeat(100_000)])
    expect(hideSecretLooks(text)).toHaveLength(text.length)
  expect(hideSecretLooks('Authorization: Bearer \t abcdefgh, basic\n  YWRhOmxvdmU=')).toBe(
    'Authorization: Bearer \t [secret], basic\n  [secret]',
  )
})

test('R4: what is thrown but is no error is named by its kind alone', () => {
  const log = logger()
  for (const thrown of ['canary', { canary: 'canary' }, 5, null, undefined, Symbol('canary')]) log.error(thrown)
  expect(text()).not.toContain('canary')
  expect(lines().map(({ name }) => name)).toEqual(['string', 'object', 'number', 'object', 'undefined', 'symbol'])
})

test('4.13: nothing that is thrown makes the log throw', () => {
  const log = logger()
  const odd = new Error('x')
  Object.defineProperties(odd, {
    message: { value: 5 },
    name: { value: null },
    stack: { value: {} },
    code: { value: 7 },
  })
  log.error(odd)
  const trap = new Error('x')
  Object.defineProperty(trap, 'stack', {
    get: () => {
      throw new Error('trap')
    },
  })
  expect(() => log.error(trap)).not.toThrow()
  log.close()
  expect(() => log.error(new Error('after the end'))).not.toThrow()
  expect(lines()[0]).toMatchObject({ name: 'null', message: '5' })
})

test.skipIf(process.platform === 'win32')(
  '4.13: folder and file are for this account alone, also a file that was there',
  () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'spora.log'), 'before\n', { mode: 0o644 })
    chmodSync(join(folder, 'spora.log'), 0o644)
    logger().error(new Error('x'))
    expect(statSync(join(folder, 'spora.log')).mode & 0o777).toBe(0o600)
    expect(text().startsWith('before\n')).toBe(true)
    rmSync(folder, { recursive: true })
    logger()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  },
)

test('4.13: a full file moves on while the app runs, and only so many are kept', () => {
  const log = logger({ files: 3, bytesPerFile: 1_000 })
  for (let number = 0; number < 40; number++) log.error(new Error(`number ${number}`))
  expect(readdirSync(folder).sort()).toEqual(['spora.log', 'spora.log.1', 'spora.log.2'])
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1_000)
  const numbers = ['spora.log.2', 'spora.log.1', 'spora.log'].flatMap(name =>
    [...text(name).matchAll(/number (\d+)/g)].map(([, found]) => Number(found)),
  )
  expect(numbers.at(-1)).toBe(39)
  expect(numbers).toEqual(numbers.map((_, index) => 39 - numbers.length + 1 + index))
})

test('4.13: a file left over from earlier starts moves on too', () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'spora.log'), `${'x'.repeat(2_000)}\n`)
  logger({ files: 3, bytesPerFile: 1_000 }).error(new Error('new'))
  expect(statSync(join(folder, 'spora.log.1')).size).toBe(2_001)
  expect(lines()).toHaveLength(1)
})

test.skipIf(process.platform === 'win32')(
  '4.13: a link, a pipe or a folder in its place is not followed, and the app goes on',
  () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const target = join(root, 'target')
    const places = [
      () => symlinkSync(target, join(folder, 'spora.log')),
      () => execFileSync('mkfifo', [join(folder, 'spora.log')]),
      () => mkdirSync(join(folder, 'spora.log')),
    ]
    for (const place of places) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      place()
      logger().error(new Error('said elsewhere'))
    }
    expect(existsSync(target)).toBe(false)
    expect(said.mock.calls.map(([fields]) => fields.message)).toEqual([
      'said elsewhere',
      'said elsewhere',
      'said elsewhere',
    ])
    said.mockRestore()
  },
)

test('4.13: where no file can be, errors go to the terminal, by the same list', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  writeFileSync(folder, 'a file')
  logger().error(Object.assign(new Error('x'), { canary: 'canary' }))
  expect(JSON.stringify(said.mock.calls)).not.toContain('canary')
  expect(said).toHaveBeenCalledOnce()
  said.mockRestore()
})

test.skipIf(process.platform === 'win32')('B367: a log that was deleted while the app runs is begun anew', () => {
  const log = logger()
  log.error(new Error('first'))
  rmSync(join(folder, 'spora.log'))
  log.error(new Error('second'))
  expect(lines()).toMatchObject([{ message: 'second' }])
  rmSync(folder, { recursive: true })
  log.error(new Error('third'))
  expect(lines()).toMatchObject([{ message: 'third' }])
})

test.skipIf(process.platform === 'win32')(
  'B367: a link that took its place while the app runs is not followed; how much is missing is said afterwards',
  () => {
    const target = join(root, 'target')
    const log = logger()
    log.error(new Error('first'))
    rmSync(join(folder, 'spora.log'))
    symlinkSync(target, join(folder, 'spora.log'))
    for (const name of ['a', 'b', 'c']) log.error(new Error(name))
    expect(existsSync(target)).toBe(false)
    rmSync(join(folder, 'spora.log'))
    log.error(new Error('last'))
    expect(lines()).toMatchObject([{ message: '3 lines' }, { message: 'last' }])
    log.error(new Error('more'))
    expect(lines()).toHaveLength(3)
  },
)
