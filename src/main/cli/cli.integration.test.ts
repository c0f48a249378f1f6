import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PROVIDER_RULES } from '../../../test/dialect-rules/rules.ts'
import { MANIFEST, pluginFolder } from '../plugins/test/plugin-folder.ts'
import { runCommand } from './run-command.ts'

const root = join(import.meta.dirname, '../../..')

beforeAll(() => {
  if (!existsSync(join(root, 'out/main/cli.js')))
    throw new Error('Build the app first: node scripts/build-if-needed.mjs')
})

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A place for one data folder; the folder itself is made by the app. */
function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spora-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

function start(entry: 'cli' | 'serve', folder: string, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [join(root, `out/main/${entry}.js`), ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: join(folder, '..'),
      SPORA_DATA: folder,
      SPORA_KEY_FILE: join(folder, '../vault.key'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function ended(child: ChildProcess): Promise<Ended> {
  const text = { out: '', err: '' }
  child.stdout?.on('data', part => {
    text.out += part
  })
  child.stderr?.on('data', part => {
    text.err += part
  })
  const [code] = await once(child, 'close')
  return { code, ...text }
}

/** The same without a process of its own, where only the words matter. */
async function words(folder: string, ...args: string[]): Promise<Ended> {
  vi.stubEnv('SPORA_DATA', folder)
  vi.stubEnv('SPORA_KEY_FILE', join(folder, '../vault.key'))
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(console, 'error').mockReturnValue()
  await runCommand(args, join(root, 'out'))
  const said = [out, err].map(spy => spy.mock.calls.map(call => String(call[0])))
  const code = Number(process.exitCode ?? 0)
  process.exitCode = 0
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  return { code, out: said[0]?.join('') ?? '', err: said[1]?.join('\n') ?? '' }
}

const spora = (folder: string, ...args: string[]) => ended(start('cli', folder, args))

interface Served {
  readonly child: ChildProcess
  readonly origin: string
  readonly token: string
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

async function serve(folder: string, ...args: string[]): Promise<Served> {
  const child = start('serve', folder, args)
  const end = ended(child)
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const address = await Promise.race([
    once(lines, 'line').then(([line]) => /^Spora is ready: (http:\S+)$/.exec(line)?.[1] ?? `not “${line}”`),
    end.then(({ err }) => err),
  ])
  if (!URL.canParse(address)) throw new Error(address)
  const url = new URL(address)
  return {
    child,
    origin: url.origin,
    token: url.hash.replace('#token=', ''),
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return end
    },
  }
}

/** One line a person can act on, and no stack. */
function sentence({ code, out, err }: Ended): string {
  expect([code, out]).toEqual([1, ''])
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(err).not.toMatch(/^\s*at |Error:/m)
  return err.trim()
}

describe('usage', () => {
  test('2-architecture: without a command it says what there is; wrong words end with 2 and the usage', async () => {
    const folder = place()
    const help = await words(folder, '--help')
    expect([help.code, help.err]).toEqual([0, ''])
    for (const command of ['serve', 'plugin add', 'plugin check', 'plugin list', 'plugin remove', 'tools'])
      expect(help.out).toContain(command)
    const wrong = [['nonsense'], ['plugin'], ['plugin', 'add'], ['plugin', 'add', 'a', 'b'], ['tools', '--agent', 'x']]
    for (const args of [
      ...wrong,
      ['tools', '--colour'],
      ['tools', '--dialect', 'klingon'],
      ['tools', 'time'],
      ['tools', '--agent', '1e1'],
      // As a script with an unset variable says it: the usual folder is not meant.
      ['backups', '--data', ''],
      ['backup', '--data='],
    ]) {
      const { code, out, err } = await words(folder, ...args)
      expect([code, out], args.join(' ')).toEqual([2, ''])
      expect(err).toContain('Use: npm run spora')
      expect(err).not.toMatch(/^\s*at /m)
    }
  })

  test('B342: serve has no way to be told another address to listen at', async () => {
    const folder = place()
    const wrong = [
      ['--host', '0.0.0.0'],
      ['--port', 'x'],
      ['--port', ''],
      ['--port', '0x50'],
      ['--data', ' '],
      ['--port', '65536'],
      ['extra'],
    ]
    const ends = await Promise.all(wrong.map(args => ended(start('serve', folder, args))))
    for (const { code, out, err } of ends) {
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('[--port N] [--data DIR]')
    }
    expect(existsSync(folder)).toBe(false)
  })
})

describe('what is printed', () => {
  // R13, B284: a plugin that is looked at before it is added may be called anything.
  const ODD = 'a\u001b[2K\u001b[1A\u009b31m\u202e\u0007b'
  const raw = /[^\P{C}\n]/u

  test('B284: nothing that others wrote reaches the terminal as anything but what is seen', async () => {
    const folder = place()
    const source = `import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
      export default definePlugin({ tools: [defineTool({ name: 'odd', description: ${JSON.stringify(`${ODD} 👩\u200d👧`)}, describe: () => '', execute: async () => ToolResult.ok('') })] })`
    const within = pluginFolder()
    const [bad, good] = [join(within, `bad ${ODD}`), join(within, `good ${ODD}`)]
    pluginFolder(
      { 'plugin.json': { ...MANIFEST, name: ODD, description: ODD, permissions: { fs: [ODD] } }, [`${ODD}.txt`]: 'x' },
      bad,
    )
    pluginFolder({ 'index.mjs': source }, good)
    const commands = [
      ['plugin', 'check', bad],
      ['plugin', 'check', `${bad}-gone`],
      ['plugin', 'add', bad],
      ['plugin', 'add', good],
    ]
    commands.push(['plugin', 'list'], ['plugin', 'remove', ODD], ['restore', ODD], ['tools', '--agent', ODD], [ODD])
    const codes: (number | null)[] = []
    for (const command of commands) {
      const { code, out, err } = await words(folder, ...command)
      expect(out + err, JSON.stringify(command)).not.toMatch(raw)
      expect(out + err, JSON.stringify(command)).toContain('\\u{1B}[2K')
      codes.push(code)
    }
    expect(codes).toEqual([1, 1, 1, 0, 0, 1, 1, 2, 2])
    const { out } = await words(folder, 'tools')
    expect(out).not.toMatch(raw)
    const tools = JSON.parse(out) as { name: string; description: string }[]
    expect(tools.find(({ name }) => name.endsWith('odd'))?.description).toContain(`${ODD} 👩\u200d👧`)
  })

  test.skipIf(process.platform === 'win32')(
    '2-architecture: a reader that goes away ends no command in the middle',
    async () => {
      const folder = place()
      for (const args of [['tools'], ['plugin', 'add', pluginFolder()]]) {
        const child = start('cli', folder, args)
        child.stdout?.destroy()
        let err = ''
        child.stderr?.on('data', part => {
          err += part
        })
        const [code] = await once(child, 'exit')
        expect([code, err]).toEqual([0, ''])
      }
      expect((await spora(folder, 'plugin', 'list')).out).toContain('sample 1.0.0  loaded')
    },
  )
})

describe('commands', () => {
  test('2-architecture: alone, it opens the folder itself and leaves it as a start would find it', async () => {
    const folder = place()
    const { code, out, err } = await spora(folder, 'plugin', 'list')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('weather 1.0.0  loaded, shipped, 1 tool')
    expect(readdirSync(folder).filter(name => /-wal|-journal|sock|instance/.test(name))).toEqual([])
    if (process.platform !== 'win32') {
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      expect(statSync(join(folder, 'spora.db')).mode & 0o777).toBe(0o600)
      expect(statSync(join(folder, '../vault.key')).mode & 0o777).toBe(0o600)
    }
  })

  test('W1: tools prints exactly what a model would receive', async () => {
    const folder = place()
    const { code, out, err } = await spora(folder, 'tools')
    expect(code).toBe(0)
    const tools = JSON.parse(out) as { name: string; parameters: object }[]
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['calculator', 'time']))
    for (const { parameters } of tools) expect(parameters).toMatchObject({ type: 'object' })
    expect(err).toBe('')
    expect(sentence(await words(folder, 'tools', '--agent', '7'))).toContain('7')
  })

  test('W3, W4: tools prints what the model of one agent would receive, in any dialect, and says what is left out', async () => {
    const folder = place()
    const owner = await serve(folder)
    const post = async (path: string, body: object = {}) => {
      const response = await fetch(`${owner.origin}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return ((await response.json()) as { data: { id: number } }).data
    }
    const { id } = await post('/agents', { name: 'Ada' })
    for (const tool of ['calculator', 'time']) await post(`/agents/${id}/tools/${tool}/enable`)
    const odd = `import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
      const parameters = { 'max-results': { type: 'integer', description: 'How many.' } }
      export default definePlugin({ tools: [defineTool({ name: 'odd', description: 'Odd.', parameters, describe: () => '', execute: async () => ToolResult.ok('') })] })`
    expect((await spora(folder, 'plugin', 'add', pluginFolder({ 'index.mjs': odd }))).code).toBe(0)
    await post(`/agents/${id}/tools/sample:odd/enable`)

    const printed = async (...args: string[]) => {
      const { code, out, err } = await words(folder, 'tools', ...args)
      expect(code).toBe(0)
      return { tools: JSON.parse(out) as { name: string; parameters: Record<string, unknown> | null }[], err }
    }
    const mine = await printed('--agent', String(id))
    expect(mine.tools.map(({ name }) => name)).toEqual(['calculator', 'time', 'sample__odd'])
    expect(mine.err).toBe('')
    for (const dialect of ['openai', 'openai_strict', 'anthropic', 'gemini', 'minimal'] as const) {
      const { tools, err } = await printed('--agent', String(id), '--dialect', dialect)
      for (const { parameters } of tools) expect(PROVIDER_RULES[dialect](parameters)).toEqual([])
      expect(tools.map(({ name }) => name)).toEqual(
        dialect === 'gemini' ? ['calculator', 'time'] : ['calculator', 'time', 'sample__odd'],
      )
      if (dialect === 'gemini') expect(err).toMatch(/^sample\/OddTool is left out: .*"max-results"/)
      else expect(err).toBe('')
    }
    expect((await owner.stop()).code).toBe(0)
    // The same when no other process has the folder.
    expect((await printed('--agent', String(id), '--dialect', 'minimal')).tools).toHaveLength(3)
  })

  test('G4: a plugin is checked, added, listed and removed, alone and through the process that owns the folder', async () => {
    for (const running of [false, true]) {
      const folder = place()
      const owner = running ? await serve(folder) : null
      const plugin = pluginFolder()
      const checked = await spora(folder, 'plugin', 'check', plugin)
      expect([checked.code, checked.err]).toEqual([0, ''])
      expect(checked.out).toContain('Sample 1.0.0 (sample)')
      const added = await spora(folder, 'plugin', 'add', plugin)
      expect([added.code, added.err]).toEqual([0, ''])
      expect(added.out).toMatch(/^ok {3}sample:echo$/m)
      expect(added.out).toContain('Sample 1.0.0 is added.')
      if (owner) {
        const tools = await fetch(`${owner.origin}/api/v1/tools`, {
          headers: { authorization: `Bearer ${owner.token}` },
        })
        expect(await tools.text()).toContain('sample:echo')
      }
      const again = await spora(folder, 'plugin', 'add', plugin)
      expect(again.code).toBe(1)
      expect(again.err.trim().split('\n')).toHaveLength(1)
      expect((await spora(folder, 'plugin', 'list')).out).toContain('sample 1.0.0  loaded, link, 1 tool')
      const removed = await spora(folder, 'plugin', 'remove', 'sample')
      expect([removed.code, removed.out]).toEqual([0, 'sample is removed.\n'])
      expect(sentence(await spora(folder, 'plugin', 'remove', 'sample'))).toContain('sample')
      expect((await owner?.stop())?.code ?? 0).toBe(0)
    }
  }, 120_000)

  test('G4: what cannot be added is shown with its place and is not added', async () => {
    const folder = place()
    const plugin = pluginFolder({ 'plugin.json': '{\n  "slug": "sample",\n  "name": \n}' })
    const { code, out, err } = await spora(folder, 'plugin', 'add', plugin)
    expect(code).toBe(1)
    expect(out).toMatch(/FAIL .*plugin\.json:4/)
    expect(err).toBe('Not added: fix what is marked FAIL, then add it again.\n')
    const broken = pluginFolder({
      'plugin.json': { ...MANIFEST, slug: 'broken' },
      'index.mjs': 'throw new Error("no")',
    })
    const loaded = await spora(folder, 'plugin', 'add', broken)
    expect(loaded.code).toBe(1)
    expect(loaded.err.trim().split('\n')).toHaveLength(1)
    const nowhere = await words(folder, 'plugin', 'check', join(folder, 'nowhere'))
    expect(sentence(nowhere)).toContain('There is nothing at')
  }, 60_000)
})

describe('the process that owns the folder', () => {
  test('4.11: it announces itself to this account alone, and takes that away when it ends', async () => {
    const folder = place()
    const owner = await serve(folder)
    const file = join(folder, 'instance.json')
    const instance = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | number>
    expect(instance).toMatchObject({ pid: owner.child.pid, origin: owner.origin })
    expect(new Set([instance.token, instance.run_token, owner.token]).size).toBe(3)
    if (process.platform !== 'win32') {
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(statSync(String(instance.socket)).mode & 0o077).toBe(0)
    }
    expect(await owner.stop('SIGINT')).toMatchObject({ code: 0, err: '' })
    expect(existsSync(file)).toBe(false)
    expect(existsSync(String(instance.socket))).toBe(false)
  })

  test('2-architecture: what a killed process left behind holds nobody up', async () => {
    const folder = place()
    const owner = await serve(folder)
    await owner.stop('SIGKILL')
    expect(existsSync(join(folder, 'instance.json'))).toBe(true)
    // Its number may belong to another program by now.
    const left = JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8')) as object
    writeFileSync(join(folder, 'instance.json'), JSON.stringify({ ...left, pid: process.pid }))
    expect(await spora(folder, 'plugin', 'list')).toMatchObject({ code: 0, err: '' })
    const next = await serve(folder)
    expect((await spora(folder, 'plugin', 'list')).code).toBe(0)
    expect((await next.stop()).code).toBe(0)
  }, 60_000)

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['other JSON', '{"pid":"x"}'],
    ['a list', '[]'],
  ])('2-architecture: an instance.json with %s counts for nothing', async (_what, text) => {
    const folder = place()
    mkdirSync(folder)
    writeFileSync(join(folder, 'instance.json'), text)
    expect(await words(folder, 'plugin', 'list')).toMatchObject({ code: 0, err: '' })
  })

  test('2-architecture: a long folder name has a socket too', async () => {
    const folder = join(place(), 'a'.repeat(120))
    const owner = await serve(folder)
    // It is ready before it has looked at all of its own plugins.
    await expect.poll(async () => (await spora(folder, 'plugin', 'list')).out).toContain('weather')
    expect((await owner.stop()).code).toBe(0)
  })

  test('4.13: a second start on the same folder is told so in one sentence, and the first goes on', async () => {
    const folder = place()
    const owner = await serve(folder)
    const second = sentence(await ended(start('serve', folder, [])))
    expect(second).toBe(
      `Another Spora already uses the data folder ${folder}. Close it, or choose another folder with --data.`,
    )
    const headers = { authorization: `Bearer ${owner.token}` }
    expect((await fetch(`${owner.origin}/api/v1/agents`, { headers })).status).toBe(200)
    expect((await spora(folder, 'plugin', 'list')).code).toBe(0)
    await owner.stop()
  }, 60_000)

  test('B343: a taken port is one sentence, nothing is sent there, and the folder is free again', async () => {
    const folder = place()
    let heard = 0
    const other = createServer(socket => {
      heard++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as { port: number }
    expect(sentence(await ended(start('serve', folder, ['--port', String(port)])))).toBe(
      `Port ${port} is used by another program. Leave out --port, or choose another.`,
    )
    expect(heard).toBe(0)
    expect(readdirSync(folder).filter(name => /-wal|sock|instance/.test(name))).toEqual([])
    expect((await spora(folder, 'plugin', 'list')).code).toBe(0)
  })
})

describe('a folder that cannot be used', () => {
  const bothSay = async (folder: string) => {
    const ends = await Promise.all([spora(folder, 'plugin', 'list'), ended(start('serve', folder, []))])
    const said = ends.map(sentence)
    expect(said[0]).toBe(said[1])
    return said[0] ?? ''
  }

  test('4.13: a file in its place', async () => {
    const folder = place()
    writeFileSync(folder, 'x')
    expect(await bothSay(folder)).toMatch(/^The data folder .* cannot be used .* choose another folder with --data\.$/)
    expect(readFileSync(folder, 'utf8')).toBe('x')
  })

  test.runIf(process.platform === 'linux')('4.13: one that may not be written, whoever asks', async () => {
    expect(await bothSay('/sys/spora')).toContain('/sys/spora cannot be used')
  })

  test.skipIf(process.platform === 'win32')('4.13: one that cannot be made', async () => {
    expect(await bothSay('/dev/null/data')).toContain('/dev/null/data cannot be used')
  })

  async function leftByNewer(changes: string): Promise<{ folder: string; file: string }> {
    const folder = place()
    await words(folder, 'plugin', 'list')
    const file = join(folder, 'spora.db')
    const newer = new Sqlite(file)
    newer.exec(changes)
    newer.pragma('user_version = 999')
    newer.close()
    return { folder, file }
  }

  test('R8: a database of a newer version that this one cannot read stays as it is', async () => {
    const { folder, file } = await leftByNewer('ALTER TABLE agents RENAME COLUMN name TO title')
    const bytes = readFileSync(file)
    expect(await bothSay(folder)).toContain('was written by a newer version of Spora')
    expect(readFileSync(file)).toEqual(bytes)
  })

  test('R8: one that this version can read is shown, and a command that would change it is refused', async () => {
    const { folder } = await leftByNewer('CREATE TABLE labels (id INTEGER PRIMARY KEY) STRICT')
    expect(await words(folder, 'backup', 'list')).toMatchObject({ code: 0 })
    const { code, err } = await words(folder, 'plugin', 'add', pluginFolder())
    expect(err).toMatch(/^Nothing was changed: .*newer version/)
    expect(code).toBe(1)
  })

  test('R7: a damaged database is kept under a dated name, and the app starts and says so', async () => {
    const folder = place()
    await words(folder, 'plugin', 'list')
    const file = join(folder, 'spora.db')
    const bytes = readFileSync(file)
    bytes.fill(0xff, 4096, 12_288)
    writeFileSync(file, bytes)
    cpSync(file, join(folder, 'copy'))
    const owner = await serve(folder)
    const headers = { authorization: `Bearer ${owner.token}` }
    const { data } = (await (await fetch(`${owner.origin}/api/v1/system`, { headers })).json()) as {
      data: { notices: { message: string }[] }
    }
    expect(data.notices).toHaveLength(1)
    const kept = readdirSync(folder).find(name => /corrupt/.test(name)) ?? ''
    expect(readFileSync(join(folder, kept))).toEqual(readFileSync(join(folder, 'copy')))
    await owner.stop()
  })

  test('4.9: a key file that is no key stops nothing but secrets', async () => {
    const folder = place()
    mkdirSync(folder)
    writeFileSync(join(folder, '../vault.key'), 'not a key')
    const owner = await serve(folder)
    const headers = { authorization: `Bearer ${owner.token}` }
    const system = await (await fetch(`${owner.origin}/api/v1/system`, { headers })).text()
    expect(system).toContain('does not hold a key')
    await owner.stop()
  })
})
