import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PluginServiceOptions } from './plugin-service.ts'
import { builtHost } from './test/built-host.ts'
import { type PluginApp, pluginApp } from './test/plugin-app.ts'
import { pluginFolder, temporaryFolder } from './test/plugin-folder.ts'

const QUICK: Partial<PluginServiceOptions> = {
  deadlines: { loadMs: 1_000, graceMs: 200, describeMs: 500, shutdownMs: 300, restartMs: [0] },
}
const HEALTHY = { slug: 'healthy', name: 'Healthy', version: '1' }

/** A plugin with one tool that does `body` when it is called, beside a healthy one. */
async function appWith(
  body: string,
  { top = '', options = QUICK }: { top?: string; options?: Partial<PluginServiceOptions> } = {},
) {
  const app = await pluginApp(options)
  await app.add(pluginFolder({ 'plugin.json': HEALTHY }))
  const view = await app.add(pluginFolder({ 'index.mjs': source(body, top) }))
  return { app, view }
}

function source(body: string, top = ''): string {
  return `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
import { writeSync } from 'node:fs'
const write = bytes => { for (let at = 0; at < bytes.length; ) try { at += writeSync(1, bytes, at) } catch (error) { if (error.code !== 'EAGAIN') throw error } }
const frame = value => { const body = Buffer.from(JSON.stringify(value)); const head = Buffer.alloc(4); head.writeUInt32BE(body.length); write(Buffer.concat([head, body])) }
${top}
export default definePlugin({ tools: [defineTool({
  name: 'bad', description: 'Misbehaves.', describe: () => 'Misbehave', parameters: { how: { type: 'string', description: 'How.', required: false } },
  async execute(args, agentId, taskId, context) { ${body} },
})] })`
}

async function healthyStill(app: PluginApp) {
  for (let i = 0; i < 20; i++)
    expect(await app.call('healthy:echo', { text: `${i}` })).toMatchObject({
      result: { success: true, content: `${i}` },
    })
}

const bad = (app: PluginApp, options = {}, how?: string) =>
  app.call('sample:bad', how === undefined ? {} : { how }, { timeoutMs: 1_000, ...options })

describe('R2: at load', () => {
  async function loading(top: string) {
    const { app, view } = await appWith('return ToolResult.ok("")', { top })
    await healthyStill(app)
    expect(app.registry.byName('sample:bad')).toBeUndefined()
    expect(app.service.list().map(plugin => [plugin.slug, plugin.state])).toEqual([
      ['healthy', 'loaded'],
      ['sample', 'failed'],
    ])
    expect(app.service.log('sample').some(line => line.text.includes(view.error?.code ?? '-'))).toBe(true)
    return view.error
  }

  test('throws: the author’s message and line are kept', async () => {
    expect(await loading('throw new Error("no luck today")')).toMatchObject({
      code: 'PLUGIN_THREW',
      message: 'Its code threw while it was loaded: no luck today.',
      detail: expect.stringContaining('index.mjs:6'),
    })
  })

  test('a syntax error names file and line', async () => {
    expect(await loading('const a = ;')).toMatchObject({
      code: 'PLUGIN_SYNTAX',
      message: "index.mjs:6:11: Unexpected token ';'.",
      detail: expect.stringContaining('const a = ;\n          ^'),
    })
  })

  test('imports what is not there', async () => {
    expect(await loading('import "./missing.mjs"')).toMatchObject({ message: expect.stringContaining('missing.mjs') })
  })

  test('B065: exits', async () => {
    expect(await loading('process.exit(0)')).toMatchObject({
      code: 'PLUGIN_EXITED',
      message: 'Its process exited during load, code 0.',
    })
    expect(await loading('process.exit(3)')).toMatchObject({ message: expect.stringContaining('code 3') })
  })

  test('aborts, or is killed', async () => {
    expect(await loading('process.abort()')).toMatchObject({
      code: 'PLUGIN_EXITED',
      message: expect.stringContaining('SIGABRT'),
    })
    expect(await loading('process.kill(process.pid, "SIGSEGV"); await new Promise(() => {})')).toMatchObject({
      code: 'PLUGIN_EXITED',
      message: expect.stringContaining('SIGSEGV'),
    })
  })

  test('B064: never resolves', async () => {
    expect(await loading('await new Promise(resolve => setTimeout(resolve, 1e9))')).toMatchObject({
      code: 'PLUGIN_LOAD_TIMEOUT',
      message: 'It did not load within 1 s and was ended.',
    })
  })

  test('B064: loops for ever', async () => {
    expect(await loading('for (;;);')).toMatchObject({ code: 'PLUGIN_LOAD_TIMEOUT' })
  })

  test('rejects a promise that nobody waits for', async () => {
    expect(
      await loading('Promise.reject(new Error("stray")); await new Promise(resolve => setTimeout(resolve, 500))'),
    ).toMatchObject({ code: 'PLUGIN_EXITED', message: expect.stringContaining('stray') })
  })

  test('prints garbage where the answers go', async () => {
    expect(await loading('writeSync(1, Buffer.from("garbage\\u0000\\u0001".repeat(100)))')).toMatchObject({
      code: 'PLUGIN_PROTOCOL',
      detail: expect.stringContaining('console.log'),
    })
  })
})

describe('B066: the default export', () => {
  async function exporting(code: string) {
    const app = await pluginApp(QUICK)
    return (await app.add(pluginFolder({ 'index.mjs': code }))).error
  }

  test.each([
    ['is missing', 'export const x = 1'],
    ['is a number', 'export default 5'],
    ['has no tools', 'export default class {}'],
    [
      'throws in its constructor',
      'export default class { constructor() { throw new Error("built badly") } tools() { return [] } }',
    ],
    ['throws in a getter', 'export default { get tools() { throw new Error("got badly") } }'],
    ['gives no list', 'import { definePlugin } from "@spora/sdk"; export default definePlugin({ tools: () => 5 })'],
    [
      'gives a number as a tool',
      'import { definePlugin } from "@spora/sdk"; export default definePlugin({ tools: [5] })',
    ],
  ])('%s', async (_, code) => {
    expect(await exporting(code)).toMatchObject({ code: 'PLUGIN_EXPORT' })
  })

  test('B026: brings too many tools', async () => {
    const code =
      'import { definePlugin } from "@spora/sdk"; export default definePlugin({ tools: Array.from({ length: 101 }, () => class {}) })'
    expect(await exporting(code)).toMatchObject({ code: 'TOO_MANY_TOOLS', message: expect.stringContaining('101') })
  })
})

describe('R2: at a call', () => {
  test('D8: throws, rejects: an answer for the model, a stack for the author', async () => {
    const { app } = await appWith('throw new Error("out of ink\\nsecond line")')
    expect(await bad(app)).toMatchObject({
      kind: 'result',
      result: { success: false, content: expect.stringContaining('out of ink') },
    })
    await healthyStill(app)
    expect(app.service.log('sample').some(line => line.level === 'error' && line.text.includes('index.mjs'))).toBe(true)
  })

  test('B089: gives no result, BigInt, a function, a circle', async () => {
    const { app } = await appWith(
      'const round = {}; round.self = round; return { undefined, text: "x", bigint: ToolResult.ok("x", 5n), fn: ToolResult.ok("x", () => 1), circle: ToolResult.ok("x", round) }[args.how]',
    )
    for (const how of ['undefined', 'text', 'bigint', 'circle'])
      expect(await app.call('sample:bad', { how })).toMatchObject({
        kind: 'result',
        result: { success: false, content: expect.stringContaining('no usable answer') },
      })
  })

  test.each([
    ['exits', 'process.exit(0)', 'code 0'],
    ['exits badly', 'process.exit(1)', 'code 1'],
    ['aborts', 'process.abort()', 'SIGABRT'],
    ['crashes', 'process.kill(process.pid, "SIGSEGV"); await new Promise(() => {})', 'SIGSEGV'],
    [
      'throws where nobody catches',
      'setTimeout(() => { throw new Error("uncaught") }); await new Promise(() => {})',
      'uncaught',
    ],
    ['writes garbage', 'writeSync(1, "x".repeat(5000)); await new Promise(() => {})', 'standard output'],
  ])('%s: the call is lost, the next one runs in a new process', async (_, body, reason) => {
    const { app } = await appWith(`if (args.how === "well") return ToolResult.ok("fine"); ${body}`)
    expect(await bad(app)).toEqual({ kind: 'lost', reason: expect.stringContaining(reason) })
    await healthyStill(app)
    expect(await app.call('sample:bad', { how: 'well' })).toMatchObject({ result: { success: true, content: 'fine' } })
  })

  test.each([
    ['never answers', 'await new Promise(() => {})'],
    ['loops for ever', 'for (;;);'],
    ['ignores being asked to end', 'process.on("SIGTERM", () => {}); for (;;);'],
  ])('%s: ended at its limit', async (_, body) => {
    const { app } = await appWith(`if (args.how === "well") return ToolResult.ok("fine"); ${body}`)
    expect(await bad(app, { timeoutMs: 300 })).toEqual({
      kind: 'lost',
      reason: expect.stringContaining('took longer than 0.3 s'),
    })
    await healthyStill(app)
    expect(await app.call('sample:bad', { how: 'well' })).toMatchObject({ result: { content: 'fine' } })
  })

  test('a call that heeds its signal ends without taking its process along', async () => {
    const { app } = await appWith(
      'if (args.how === "pid") return ToolResult.ok(String(process.pid)); await new Promise((_, reject) => context.signal.addEventListener("abort", () => reject(context.signal.reason)))',
    )
    const { result } = (await app.call('sample:bad', { how: 'pid' })) as { result: { content: string } }
    expect(await bad(app, { timeoutMs: 300 })).toMatchObject({
      kind: 'result',
      result: { success: false, content: expect.stringContaining('took longer than 0.3 s') },
    })
    const stop = new AbortController()
    const aborted = bad(app, { signal: stop.signal, timeoutMs: 5_000 })
    setTimeout(() => stop.abort(new Error('The task was aborted.')), 50)
    expect(await aborted).toMatchObject({
      kind: 'result',
      result: { success: false, content: expect.stringContaining('The task was aborted.') },
    })
    expect(await app.call('sample:bad', { how: 'pid' })).toMatchObject({ result: { content: result.content } })
  })

  test('eats memory on the heap', async () => {
    const { app } = await appWith('const hoard = []; for (;;) hoard.push(new Array(1000).fill(hoard.length))')
    expect(await bad(app, { timeoutMs: 30_000 })).toEqual({ kind: 'lost', reason: expect.stringContaining('memory') })
    await healthyStill(app)
  })

  test('eats memory beside the heap', async () => {
    const options = { ...QUICK, quotas: { memoryBytes: 250_000_000, memoryCheckMs: 50 } }
    const { app } = await appWith(
      'const hoard = []; for (;;) { hoard.push(Buffer.alloc(5_000_000, 1)); await new Promise(resolve => setTimeout(resolve, 5)) }',
      { options },
    )
    expect(await bad(app, { timeoutMs: 30_000 })).toEqual({
      kind: 'lost',
      reason: expect.stringContaining('more than 250 MB'),
    })
    await healthyStill(app)
  })

  test('floods with frames, with bytes', async () => {
    const options = { ...QUICK, quotas: { framesPerSecond: 500, bytesPerSecond: 1_000_000, burstBytes: 2_000_000 } }
    const { app } = await appWith(
      'if (args.how === "bytes") for (;;) frame({ type: "progress", id: 1, fraction: 0, text: "x".repeat(500_000) }); for (;;) frame({ type: "progress", id: 1, fraction: 0, text: "" })',
      { options },
    )
    for (const how of ['frames', 'bytes'])
      expect(await app.call('sample:bad', { how })).toEqual({
        kind: 'lost',
        reason: expect.stringContaining('more than the app can take'),
      })
    await healthyStill(app)
  })

  test('answers to many calls in a row are no flood', async () => {
    const { app } = await appWith('return ToolResult.ok(args.how)', {
      options: { ...QUICK, quotas: { framesPerSecond: 20 } },
    })
    for (let call = 0; call < 200; call++)
      expect(await bad(app, {}, `${call}`)).toMatchObject({ result: { success: true, content: `${call}` } })
  })

  test('one frame of 50 MB', async () => {
    const { app } = await appWith(
      'frame({ type: "result", id: 1, result: "x".repeat(50_000_000) }); await new Promise(() => {})',
    )
    expect(await bad(app, { timeoutMs: 20_000 })).toEqual({
      kind: 'lost',
      reason: expect.stringContaining('standard output'),
    })
    await healthyStill(app)
  })

  test('floods its log: it waits, nothing else does', async () => {
    const options = { ...QUICK, quotas: { printedPerSecond: 100_000 } }
    const { app } = await appWith(
      'for (let i = 0; i < 1e6; i++) console.log("x".repeat(1000)); return ToolResult.ok("done")',
      { options },
    )
    const call = bad(app, { timeoutMs: 800 })
    await healthyStill(app)
    expect(await call).toEqual({ kind: 'lost', reason: expect.stringContaining('0.8 s') })
    expect(app.service.log('sample').length).toBeLessThanOrEqual(1_000)
  })

  test('B094: answers unknown calls, twice, and late: only the one answer counts', async () => {
    const { app } = await appWith(
      'for (const id of [999, -1, "x", null]) frame({ type: "result", id, result: { success: true, content: "forged", data: null } }); return ToolResult.ok("real")',
    )
    for (let i = 0; i < 3; i++) expect(await bad(app)).toMatchObject({ result: { content: 'real' } })
    expect(app.service.log('sample').some(line => line.text.includes('does not wait for an answer'))).toBe(true)
  })

  test('B067: replaces JSON, Promise and Array: nobody else is disturbed', async () => {
    const top =
      'JSON.parse = () => { throw new Error("no") }; JSON.stringify = () => "no"; Array.prototype.map = () => []; globalThis.Map = class {}'
    const { app, view } = await appWith('return ToolResult.ok("still here")', { top })
    if (view.state === 'loaded') expect(await bad(app)).toMatchObject({ result: { content: 'still here' } })
    else expect(view.error?.code).toMatch(/^PLUGIN_/)
    await healthyStill(app)
  })

  test('speaks another protocol', async () => {
    const { app } = await appWith('frame({ type: "ready", protocol: 99 }); await new Promise(() => {})')
    expect(await bad(app)).toEqual({ kind: 'lost', reason: expect.stringContaining('standard output') })
  })

  test('gives back 12 MB, in parts; more than 16 MB is a failed call', async () => {
    const { app } = await appWith('return ToolResult.ok("\\u20ac".repeat(Number(args.how)))')
    const large = await app.call('sample:bad', { how: '4000000' })
    expect(large).toMatchObject({ kind: 'result', result: { success: true } })
    expect(large.kind === 'result' && large.result.content.length).toBe(4_000_000)
    expect(await app.call('sample:bad', { how: '17000000' })).toMatchObject({
      result: { success: false, content: expect.stringContaining('larger than 16 MB') },
    })
  })

  test('64 calls at once, the next is told to wait', async () => {
    const options = { ...QUICK, quotas: { callsInFlight: 3 } }
    const { app } = await appWith(
      'await new Promise(resolve => setTimeout(resolve, 200)); return ToolResult.ok("done")',
      { options },
    )
    await bad(app)
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => bad(app)))
    expect(outcomes.map(outcome => outcome.kind === 'result' && outcome.result.content)).toEqual([
      'done',
      'done',
      'done',
      expect.stringContaining('busy with 3 calls'),
    ])
  })

  test('B087: describeAction throws, takes long, says too much: the call can still be asked about', async () => {
    const app = await pluginApp(QUICK)
    const behaviours = {
      throws: 'throw new Error("x")',
      hangs: 'return new Promise(() => {})',
      large: 'return "y".repeat(1_000_000)',
    }
    const tools = Object.entries(behaviours).map(
      ([name, body]) =>
        `defineTool({ name: '${name}', description: '', describe() { ${body} }, execute: () => ToolResult.ok('') })`,
    )
    await app.add(
      pluginFolder({
        'index.mjs': `import { definePlugin, defineTool, ToolResult } from '@spora/sdk'\nexport default definePlugin({ tools: [${tools}] })`,
      }),
    )
    const describing = (name: string) => app.registry.byName(`sample:${name}`)?.runner.describe({})
    await expect(describing('throws')).rejects.toThrow('x')
    await expect(describing('hangs')).rejects.toThrow('within 0.5 s')
    expect((await describing('large'))?.length).toBeLessThan(10_000)
  })
})

describe('what a call knows', () => {
  test('D9: who asks, the settings it declared, progress, its log without secrets', async () => {
    const app = await pluginApp()
    await app.add(
      pluginFolder({
        'index.mjs': `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
export default definePlugin({ tools: [defineTool({ name: 'known', description: '', describe: () => '', settings: [{ key: 'api_key', label: 'Key', type: 'password' }],
  execute(args, agentId, taskId, context) {
    context.progress(0.5, 'half')
    context.log('the key is', context.settings.api_key)
    console.error('again', context.settings.api_key)
    const { ownerUserId, runnerUserId, principalId, type, callId, settings } = context
    return ToolResult.ok('ok', { agentId, taskId, ownerUserId, runnerUserId, principalId, type, resolvable: context.isResolvable(), callId, settings, env: Object.keys(process.env).sort(), cwd: process.cwd() })
  } })] })`,
      }),
    )
    const progress: unknown[] = []
    const outcome = await app.call(
      'sample:known',
      {},
      { settings: { api_key: 'sk-12345678', other_tools_secret: 'no' }, onProgress: (...step) => progress.push(step) },
    )
    const known = {
      agentId: 7,
      taskId: 11,
      ownerUserId: 1,
      runnerUserId: 2,
      principalId: 3,
      type: 'user',
      resolvable: true,
      callId: 'call-1',
      settings: { api_key: 'sk-12345678' },
    }
    expect(outcome).toMatchObject({ kind: 'result', result: { data: known } })
    const { env, cwd } = (outcome as unknown as { result: { data: { env: string[]; cwd: string } } }).result.data
    expect(env).toContain('SPORA_PLUGIN_HOST')
    expect(env).not.toContain('HOME')
    expect(cwd).toBe(`${app.dataFolder}/plugin-data/sample`)
    expect(progress).toEqual([[0.5, 'half']])
    const log = () => app.service.log('sample').map(line => `${line.level} ${line.text}`)
    // What was printed takes a road of its own.
    await expect.poll(log).toEqual(expect.arrayContaining(['info the key is [secret]', 'error again [secret]']))
  })

  test('G9: in a Node process the files outside its folder are closed, its own data folder is open', async () => {
    const { app } = await appWith(
      'const fs = await import("node:fs"); const tried = work => { try { work(); return "open" } catch (error) { return error.code } }; fs.writeFileSync("note.txt", "x"); return ToolResult.ok("", [tried(() => fs.readFileSync("/etc/passwd")), tried(() => fs.writeFileSync("/tmp/spora-leak", "")), tried(() => fs.readFileSync("note.txt")), await import("node:child_process").then(cp => tried(() => cp.spawnSync("true")))])',
    )
    expect(await bad(app)).toMatchObject({
      result: { success: true, data: ['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'open', 'ERR_ACCESS_DENIED'] },
    })
  })

  test('G2: @spora/sdk is the app’s, whatever the folder holds', async () => {
    const app = await pluginApp()
    const view = await app.add(
      pluginFolder({
        'node_modules/@spora/sdk/package.json': { name: '@spora/sdk', main: 'x.js' },
        'node_modules/@spora/sdk/x.js': 'throw new Error("the wrong one")',
      }),
    )
    expect(view.state).toBe('loaded')
  })
})

describe('the end of a process', () => {
  function isAlive(pid: number): boolean {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return false
    }
  }

  const childrenOf = (pid: number) =>
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n').length - 1 // without ps itself

  test('G8: the third crash in five minutes turns the plugin off, also over a restart, until a person acts', async () => {
    const { app } = await appWith('process.exit(1)')
    for (let i = 0; i < 3; i++) expect(await bad(app)).toMatchObject({ kind: 'lost' })
    await expect
      .poll(() => app.service.list().find(plugin => plugin.slug === 'sample'))
      .toMatchObject({ state: 'disabled', error: { code: 'PLUGIN_BREAKER' } })
    expect(app.registry.byName('sample:bad')).toBeUndefined()
    await healthyStill(app)
    const again = await app.restart()
    await again.service.settled()
    expect(again.service.list().find(plugin => plugin.slug === 'sample')).toMatchObject({
      state: 'disabled',
      error: { code: 'PLUGIN_BREAKER' },
    })
    expect(await again.service.setEnabled('sample', true)).toMatchObject({ state: 'loaded', error: null })
  })

  test.skipIf(process.platform !== 'linux')('K4: an app that is killed takes along a plugin that loops', async () => {
    const out = await builtHost()
    const loop = `import { writeFileSync } from 'node:fs'
import { definePlugin, defineTool } from '@spora/sdk'
export default definePlugin({ tools: [defineTool({ name: 'loop', description: '', describe: () => '', execute(args, agentId, taskId, context) { context.progress(0, ''); setTimeout(() => { writeFileSync('loops', ''); for (;;); }, 100); return new Promise(() => {}) } })] })`
    const data = temporaryFolder()
    const app = spawn(process.execPath, [
      join(out, 'test/lonely-app.js'),
      out,
      pluginFolder({ 'index.mjs': loop }),
      data,
    ])
    onTestFinished(() => void app.kill('SIGKILL'))
    let printed = ''
    app.stdout.on('data', chunk => {
      printed += chunk
    })
    await expect.poll(() => printed).toContain('looping')
    const pid = Number(printed.split('\n')[0])
    await expect.poll(() => existsSync(join(data, 'loops'))).toBe(true)
    expect(isAlive(pid)).toBe(true)
    app.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('K4: nothing is left after stop, whatever a plugin does', async () => {
    const before = childrenOf(process.pid)
    const { app } = await appWith(
      "const { writeFileSync } = await import('node:fs'); writeFileSync('loops', ''); for (;;);",
    )
    const looping = bad(app, { timeoutMs: 60_000 })
    await expect.poll(() => existsSync(join(app.dataFolder, 'plugin-data/sample/loops'))).toBe(true)
    await app.service.stop()
    expect(await looping).toMatchObject({ kind: 'lost' })
    await expect.poll(() => childrenOf(process.pid)).toBeLessThanOrEqual(before)
  })
})
