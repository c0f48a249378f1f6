import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startOpenAIServer } from '../test/model-servers/openai-server.ts'
import type { Fault, ScriptedCall, ScriptedTurn } from '../test/model-servers/script.ts'
import { launchApp, newFolder, refusedApp } from './support/launch-app.ts'
import { launchServe, refusedServe } from './support/launch-serve.ts'
import { ECHO, manifest, pluginFolder, pluginSource } from './support/plugin-folder.ts'
import { openServed, restOf, type ServedPage } from './support/serve-page.ts'
import { callRow, card, choosePractice, conversation, pickStarter, startChat } from './support/story.ts'
import { test } from './support/test.ts'

const KEY = 'sk-e2e-0123456789abcdef'

interface Id {
  readonly id: number
}

interface Chat {
  readonly name: string
  readonly settings: Record<string, unknown>
  readonly tools?: readonly string[]
  readonly prompt?: string
}

/** A chat of an agent of its own, with a model of its own, begun without the window. */
async function beginChat({ rest }: Pick<ServedPage, 'rest'>, { name, settings, tools = [], prompt }: Chat) {
  const model = await rest<Id>('POST', '/models', {
    name: `${name} model`,
    driver: 'openai_compatible',
    settings: { model: 'scripted-model', ...settings },
  })
  const agent = await rest<Id>('POST', '/agents', { name, llm_config_id: model.id })
  for (const tool of tools) await rest('POST', `/agents/${agent.id}/tools/${encodeURIComponent(tool)}/enable`)
  return (await rest<Id>('POST', '/tasks', { agent_id: agent.id, prompt: prompt ?? `Hello, ${name}.` })).id
}

/** A port of this computer at which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Goes to an address of the window without loading it again. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(hash => {
    location.hash = hash
  }, path)
}

async function chat(page: Page, id: number) {
  await goTo(page, `/chats/${id}`)
  return conversation(page)
}

/** Shared by the tests that spoil nothing for the next one. */
let opened: ServedPage
test.beforeAll(async () => {
  opened = await openServed()
})
test.afterAll(() => opened.close())

test('a model endpoint that fails in any way: said in the chat with what to do, and the chat goes on once it works', async () => {
  const { page } = opened
  const faults = new Map<string, Fault>([
    ['Html', { kind: 'html' }],
    ['Cut', { kind: 'cut', after: 4 }],
    ['Stalled', { kind: 'stall', after: 4 }],
  ])
  const server = await startOpenAIServer(
    (body): ScriptedTurn => {
      const fault = faults.get(/Hello, (\w+)\./.exec(JSON.stringify(body))?.[1] ?? '')
      return fault ? { text: 'I begin to say something that never ends.', fault } : { text: 'Here I am.' }
    },
    { apiKey: KEY },
  )
  const good = { base_url: server.baseUrl, api_key: KEY }
  const nowhere = `http://127.0.0.1:${await closedPort()}/v1`
  const chats = {
    unreachable: await beginChat(opened, { name: 'Unreachable', settings: { base_url: nowhere } }),
    refused: await beginChat(opened, { name: 'Refused', settings: { ...good, api_key: 'sk-wrong-0123456789' } }),
    html: await beginChat(opened, { name: 'Html', settings: good }),
    cut: await beginChat(opened, { name: 'Cut', settings: good }),
    stalled: await beginChat(opened, { name: 'Stalled', settings: { ...good, idle_timeout: 1 } }),
    fine: await beginChat(opened, { name: 'Fine', settings: good }),
  }
  await expect(await chat(page, chats.fine)).toContainText('Here I am.')
  await expect(await chat(page, chats.html)).toContainText('did not answer like a model endpoint')
  await expect(await chat(page, chats.unreachable)).toContainText('Nothing answers at 127.0.0.1:')
  await expect(await chat(page, chats.cut)).toContainText(
    'ended in the middle of an answer. Try again. Asking again in',
  )
  await expect(await chat(page, chats.stalled)).toContainText(
    'sent nothing for 1 second. Try again, or raise the idle timeout',
  )

  await test.step('one that is asked again and again can be stopped', async () => {
    await page.getByRole('button', { name: 'Stop', exact: false }).first().click()
    await expect(page.getByRole('button', { name: 'Stop', exact: false })).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeEnabled()
  })

  await test.step('a refused key: from the failure to the field and back', async () => {
    const log = await chat(page, chats.refused)
    await expect(log.getByRole('alert')).toContainText(
      /^The key was refused by 127\.0\.0\.1:\d+\. Check the API key of “Refused model” in Settings → Models\./,
    )
    // The reason stands once, beside what to do about it.
    await expect(log.getByText('The key was refused')).toHaveCount(1)
    await page.getByRole('button', { name: 'Check the model' }).click()
    await page.getByRole('button', { name: 'Edit Refused model' }).click()
    const sheet = page.getByRole('dialog', { name: 'Edit Refused model' })
    await sheet.getByRole('button', { name: 'Replace API key' }).click()
    await sheet.getByRole('textbox', { name: 'API key' }).fill(KEY)
    await sheet.getByRole('button', { name: 'Save model' }).click()
    await expect(sheet).toBeHidden()
    await chat(page, chats.refused)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(log).toContainText('Here I am.')
    await expect(log.getByRole('alert')).toHaveCount(0)
  })

  await test.step('the same is said by the Test button, before anything is saved', async () => {
    await goTo(page, '/settings/models')
    await page.getByRole('button', { name: 'Add model' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add a model' })
    await sheet.getByRole('radio', { name: 'OpenAI-compatible' }).click()
    const tried = async (url: string, key: string, words: RegExp) => {
      await sheet.getByLabel('Base URL').fill(url)
      await sheet.getByLabel('API key', { exact: false }).first().fill(key)
      await sheet.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(sheet.getByRole('status', { name: 'Test result' })).toContainText(words)
    }
    await tried(nowhere, KEY, /Nothing answers at 127/)
    await tried(server.baseUrl, 'sk-wrong-9876543210', /The key was refused by/)
    await tried('http://model.example/v1', KEY, /With http:\/\/ everyone on the way can read the key/)
    await expect(sheet.getByLabel('Base URL')).toHaveValue('http://model.example/v1')
    // Escape is no way out of what was typed (6-ui 9.6).
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await expect(sheet).toBeHidden()
  })
  await server.close()
})

test('what a model writes wrongly is answered to it and shown; the good call beside it runs', async () => {
  const { page } = opened
  const calls: ScriptedCall[] = [
    { name: 'launch_rocket', arguments: { to: 'the moon' } },
    { name: 'calculator', arguments: '{"expression": "1+' },
    { name: 'calculator', arguments: { expresion: '1+1' } },
    { name: 'calculator', arguments: { expression: '6*7' } },
    { name: 'time', arguments: { action: 'now' } },
  ]
  const server = await startOpenAIServer((_body, request) => (request === 0 ? { calls } : { text: 'I see.' }))
  const id = await beginChat(opened, {
    name: 'Clumsy',
    settings: { base_url: server.baseUrl },
    tools: ['calculator', 'time'],
  })
  const log = await chat(page, id)
  await expect(callRow(page, 'Time', 'Now')).toContainText('Done')
  await expect(log.getByRole('article', { name: 'launch_rocket' })).toContainText(
    'the model named a tool that does not exist, “launch_rocket”',
  )
  await expect(log.getByText('Not accepted')).toHaveCount(3)
  await expect(log.getByText('Done', { exact: true })).toHaveCount(2)
  await expect(log).toContainText('I see.')
  // The model was told of each, so that it can do better.
  const told = (server.requests.at(-1)?.body.messages ?? []).filter(message => message.role === 'tool')
  expect(told).toHaveLength(5)
  for (const [index, words] of [/no tool named/, /JSON/, /expression/].entries())
    expect(String(told[index]?.content)).toMatch(words)
  await server.close()
})

const HOSTILE = [
  'Before <script>window.__pwned = 1</script><img src="https://evil.example/a.png" onerror="window.__pwned = 2">',
  '![picture](https://evil.example/b.png) [a link](javascript:window.__pwned=3) [data](data:text/html,<script>window.__pwned=4</script>)',
  '<iframe src="https://evil.example/c"></iframe> <style>@import url(https://evil.example/d.css)</style> <svg onload="window.__pwned=5"></svg>',
  '[reference]: https://evil.example/e "x"',
  'user\u202Egnp.exe after',
].join('\n\n')
const LONG = 'word '.repeat(2_000)

test('R11: hostile words in answers, arguments, results and names: no request, no script, nothing hidden', async () => {
  const { page, rest } = opened
  const foreign: string[] = []
  const violations: string[] = []
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith(opened.served.origin)) foreign.push(request.url)
  })
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  const folder = pluginFolder({ 'plugin.json': manifest('echo', 'Echo'), 'index.mjs': pluginSource([ECHO]) })
  const review = await rest<{ candidate_id: string; digest: string }>('POST', '/plugins/choose', { path: folder })
  await rest('POST', '/plugins', { candidate_id: review.candidate_id, digest: review.digest, mode: 'link' })
  const server = await startOpenAIServer((_body, request) =>
    request === 0
      ? {
          text: HOSTILE,
          calls: [
            { name: 'echo__echo', arguments: { text: HOSTILE } },
            { name: 'echo__echo', arguments: { text: LONG } },
          ],
        }
      : { text: `${HOSTILE}\n\nThe end.`, reasoning: HOSTILE },
  )
  const name = 'Evil <b>\u202Etnega'
  const settings = { base_url: server.baseUrl }
  const id = await beginChat(opened, { name, settings, tools: ['echo:echo'], prompt: `${HOSTILE}\n${LONG}` })
  const log = await chat(page, id)
  const cards = page.getByRole('article', { name: /Call \d of 2: Echo/ })
  await expect(cards).toHaveCount(2)
  // Bidi controls stand there by their names, in the sentence and in the form.
  await expect(cards.first()).toContainText('U+202E')

  await test.step('P2: a value too long for the screen is not approved unseen', async () => {
    for (const waiting of [cards.first(), cards.last()]) {
      const approve = waiting.getByRole('button', { name: 'Approve', exact: true })
      await expect(waiting).toContainText('Open “Text” first: part of it is not on the screen.')
      await expect(approve).toHaveAttribute('aria-disabled', 'true')
      await waiting.getByRole('button', { name: /more characters/ }).click()
      await approve.click()
    }
    await page.getByRole('button', { name: /^Run 2/ }).click()
  })
  await expect(log).toContainText('The end.')
  for (const row of await log.getByRole('article', { name: 'Echo' }).all()) {
    await row.getByRole('button').first().click()
    await row.getByRole('tab', { name: 'Raw' }).click()
  }
  await page.getByText('Thinking').first().click()
  for (const path of ['/chats', '/approvals', '/agents', '/settings/models', `/chats/${id}`]) {
    await goTo(page, path)
    await opened.settled()
    await expect(page.locator('body')).not.toContainText('\u202E')
  }
  await expect(log).toContainText('The end.')
  expect(await page.evaluate(() => (window as unknown as { __pwned?: number }).__pwned)).toBeUndefined()
  expect(await log.locator('img, iframe, script, style, a[href^="javascript"], a[href^="data"]').count()).toBe(0)
  expect({ foreign, violations }).toEqual({ foreign: [], violations: [] })
  await server.close()
})

test('a plugin folder with something wrong is refused with the place and what to do; the rest keeps working', async () => {
  const { page } = opened
  const sheet = page.getByRole('dialog')
  const review = async (path: string) => {
    await goTo(page, '/plugins')
    await expect(sheet).toHaveCount(0)
    await goTo(page, '/plugins/add')
    await sheet.getByRole('textbox', { name: 'Folder' }).fill(path)
    await sheet.getByRole('button', { name: 'Review' }).click()
  }
  const load = async (path: string) => {
    await review(path)
    await sheet.getByRole('checkbox', { name: 'I trust what is in this folder' }).click()
    await sheet.getByRole('button', { name: 'Trust and load' }).click()
  }

  await test.step('no such folder, a file, no manifest', async () => {
    await review('/nowhere/at/all')
    await expect(sheet.getByRole('alert')).toContainText('There is nothing at /nowhere/at/all.')
    await expect(sheet.getByRole('textbox', { name: 'Folder' })).toHaveValue('/nowhere/at/all')
    const folder = pluginFolder({ 'readme.md': 'Not a plugin.' })
    await review(join(folder, 'readme.md'))
    await expect(sheet.getByRole('alert')).toContainText('is a file. Choose a folder')
    await review(folder)
    await expect(sheet).toContainText('plugin.json')
    await expect(sheet).toContainText('Must be fixed')
    await expect(sheet.getByRole('button', { name: 'Trust and load' })).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('a broken manifest: line and column, and looking again after it was mended', async () => {
    const folder = pluginFolder({
      'plugin.json': '{\n  "slug": "broken"\n  "name": "Broken"\n}\n',
      'index.mjs': pluginSource([ECHO]),
    })
    await review(folder)
    await expect(sheet).toContainText(/plugin\.json:3:3/)
    await expect(sheet).toContainText('"name": "Broken"')
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify(manifest('broken', 'Mended')))
    await sheet.getByRole('button', { name: 'Check again' }).click()
    await expect(sheet.getByRole('heading', { name: /Mended/ })).toBeVisible()
    await expect(sheet).not.toContainText('Must be fixed')
  })

  await test.step('throws at load: kept as failed, with what it said and where', async () => {
    await load(
      pluginFolder({
        'plugin.json': manifest('thrower', 'Thrower'),
        'index.mjs': pluginSource([ECHO], 'throw new Error("no luck today")'),
      }),
    )
    await expect(sheet).toContainText('It is added, but it did not load.')
    await expect(sheet).toContainText('no luck today')
    await expect(sheet).toContainText(/index\.mjs:3/)
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('link', { name: /^Thrower/ })).toContainText('Did not load')
    await expect(
      page.getByRole('navigation', { name: 'Sections' }).getByRole('img', { name: '1 with errors' }),
    ).toBeVisible()
  })

  await test.step('one bad tool among good ones: the good one works', async () => {
    const bad = ECHO.replace("name: 'echo'", "name: 'Not A Name'")
    await load(pluginFolder({ 'plugin.json': manifest('partly', 'Partly'), 'index.mjs': pluginSource([ECHO, bad]) }))
    await expect(sheet).toContainText('1 of 2 tools loaded.')
    await expect(sheet).toContainText('the name must be at most 100 lowercase letters')
    await sheet.getByRole('button', { name: 'Done' }).click()
    await goTo(page, '/tools')
    await expect(page.getByText('partly:echo', { exact: true })).toBeVisible()
    await expect(page.getByText('partly:Not A Name')).toBeVisible()
  })

  await test.step('a taken slug: the person decides', async () => {
    await review(pluginFolder({ 'plugin.json': manifest('partly', 'Another'), 'index.mjs': pluginSource([ECHO]) }))
    await expect(sheet).toContainText('The slug partly is taken')
    await sheet.getByRole('checkbox', { name: 'I trust what is in this folder' }).click()
    await expect(sheet.getByRole('button', { name: 'Trust and load' })).toHaveAttribute('aria-disabled', 'true')
    await expect(sheet).toContainText('Tick that the installed version is replaced first.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: /^Partly/ })).toBeVisible()
  })
})

test('a data folder that cannot be used: one sentence, an exit code, nothing touched', async () => {
  const folder = newFolder()
  const file = join(folder, 'a-file')
  writeFileSync(file, 'mine')
  const [serve, app] = await Promise.all([refusedServe(file), refusedApp(file)])
  expect(serve).toEqual({ code: 1, said: expect.stringMatching(/^.*a-file.*not a folder.*\n$/) })
  expect(app).toEqual({ code: 1, said: expect.stringMatching(/a-file.*not a folder/) })
  expect(readFileSync(file, 'utf8')).toBe('mine')

  const served = await launchServe(folder)
  const inUse = /Another Spora already uses the data folder/
  for (const refused of await Promise.all([refusedServe(folder), refusedApp(folder)]))
    expect(refused).toEqual({ code: 1, said: expect.stringMatching(inUse) })
  expect(await restOf(served)('GET', '/agents')).toEqual([])
  await served.close()

  const { page, app: window, close } = await launchApp({ folder })
  await expect(page.getByRole('heading', { name: 'Where things are kept' })).toBeVisible()
  await window.evaluate(electron => {
    const [window] = electron.BrowserWindow.getAllWindows()
    const seen = window as unknown as { focused: number }
    seen.focused = 0
    if (window) window.focus = () => void seen.focused++
  })
  const [third, second] = await Promise.all([refusedServe(folder), refusedApp(folder)])
  expect(third).toEqual({ code: 1, said: expect.stringMatching(inUse) })
  expect(second).toEqual({ code: 0, said: expect.stringContaining('its window was brought to the front') })
  const focused = () =>
    window.evaluate(({ BrowserWindow }) => (BrowserWindow.getAllWindows()[0] as unknown as { focused: number }).focused)
  await expect.poll(focused).toBe(1)
  await close()
})

test('R7: a damaged database is kept, and said on the first screen and on every other', async () => {
  const first = await launchApp()
  await choosePractice(first.page)
  await first.close()
  const file = join(first.folder, 'spora.db')
  const damaged = readFileSync(file)
  damaged.fill(0x42, 4096, 12_288)
  writeFileSync(file, damaged)

  const { page, close } = await launchApp({ folder: first.folder })
  const notice = page.getByText(/spora\.db could not be used: it was damaged\. Spora kept it unchanged as/)
  await expect(page.getByRole('heading', { name: 'Where things are kept' })).toBeVisible()
  await expect(notice).toBeVisible()
  const kept = /unchanged as (\S+)/.exec((await notice.textContent()) ?? '')?.[1] ?? ''
  expect(existsSync(kept) && readFileSync(kept).equals(damaged)).toBe(true)
  await choosePractice(page)
  await pickStarter(page)
  await startChat(page)
  await expect(card(page, 'Calculator')).toBeVisible()
  await expect(notice).toBeVisible()
  await close()
})

test('serve: a wrong key, a new start, an end in the middle of an answer', async () => {
  const port = await closedPort()
  const own = await openServed({ port })
  const { page, served } = own
  const server = await startOpenAIServer((_body, request) =>
    request === 0 ? { text: 'A long answer. '.repeat(200), delayMs: 20 } : { text: 'Answered after all.' },
  )

  await test.step('without its key, and with a wrong one, the page says how to get in', async () => {
    const stranger = await own.stranger()
    for (const address of [served.origin, `${served.origin}/#token=wrong`]) {
      await stranger.goto('about:blank') // another fragment alone loads nothing
      await stranger.goto(address)
      await expect(stranger.getByText('This page needs its key')).toBeVisible()
      await expect(stranger.getByText('Open the whole address')).toBeVisible()
    }
    await stranger.goto(served.address)
    await expect(stranger.getByRole('link', { name: 'Chats' })).toBeVisible()
    await stranger.close()
  })

  const id = await beginChat(own, { name: 'Talker', settings: { base_url: server.baseUrl } })
  const log = await chat(page, id)
  await expect(log).toContainText('A long answer. A long answer.')
  await served.close('SIGKILL')
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Connection lost, trying again…')
  await expect(log).toContainText('A long answer.')

  const again = await launchServe(served.folder, port)
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Spora was started anew')
  await page.goto(again.address)
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Engine ready')
  await goTo(page, `/chats/${id}`)
  await expect(log).toContainText('Answered after all.')
  await own.close()
  await again.close()
  await server.close()
})

test('J2: a plugin that dies while it works leaves a question, not a guess', async () => {
  const { page, rest } = opened
  const slow = `{
    name: 'slow', displayName: 'Slow', description: 'Takes its time.', effect: 'write',
    describe: () => 'Take time',
    execute: (_args, _agent, _task, { progress }) => {
      progress(0.5, 'process ' + process.pid)
      return new Promise(() => setInterval(() => {}, 1000))
    },
  }`
  const folder = pluginFolder({ 'plugin.json': manifest('slow', 'Slow'), 'index.mjs': pluginSource([slow]) })
  const review = await rest<{ candidate_id: string; digest: string }>('POST', '/plugins/choose', { path: folder })
  await rest('POST', '/plugins', { candidate_id: review.candidate_id, digest: review.digest, mode: 'link' })
  const server = await startOpenAIServer((_body, request) =>
    request === 0 ? { calls: [{ name: 'slow__slow', arguments: {} }] } : { text: 'Then not.' },
  )
  const id = await beginChat(opened, { name: 'Patient', settings: { base_url: server.baseUrl }, tools: ['slow:slow'] })
  const log = await chat(page, id)
  await card(page, 'Slow').getByRole('button', { name: 'Approve', exact: true }).click()
  const working = log.getByText(/^process \d+$/)
  await expect(working).toBeVisible()
  process.kill(Number((await working.textContent())?.split(' ')[1]), 'SIGKILL')
  await expect(log.getByRole('article', { name: 'Slow' })).toContainText('Outcome unknown')
  // The app itself goes on: nothing else is said of it.
  await expect(log.getByText('This was interrupted while it ran')).toBeVisible()
  await expect(log).not.toContainText('The app')
  await log.getByRole('button', { name: 'Skip it' }).click()
  await expect(log).toContainText('It was interrupted while it ran.')
  await expect(log).toContainText('Then not.')
  await server.close()
})
