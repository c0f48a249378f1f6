import { defineTool, ToolResult } from '@spora/sdk'
import { afterEach, expect, test } from 'vitest'
import { ReadResultTool } from '../builtin/read-result/read-result-tool.ts'
import { registerBuiltin } from '../tools/register-builtin.ts'
import { shortened } from './shortened-result.ts'
import { call, say, turn } from './testing/scripted-driver.ts'
import { World, type WorldOptions } from './testing/world.ts'

const LONG = `begin ${'a'.repeat(100_000)} needle ${'b'.repeat(100_000)} error at the end`
/** 5 by 5, and long enough to be taken out. */
const PICTURE = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d494844520000000500000005', 'hex'),
  Buffer.alloc(400),
]).toString('base64')

const Gives = defineTool({
  name: 'gives',
  description: 'Gives things back.',
  operations: {
    text: {
      description: 'Long text.',
      effect: 'none',
      requiresApprovalByDefault: false,
      describe: () => 'Long',
      execute: () => ToolResult.ok(LONG),
    },
    picture: {
      description: 'A picture.',
      effect: 'none',
      requiresApprovalByDefault: false,
      describe: () => 'Picture',
      execute: () =>
        ToolResult.ok(`Here: ![it](data:image/png;base64,${PICTURE})`, {
          shots: [`data:image/png;base64,${PICTURE}`, 'x'],
        }),
    },
  },
})

const worlds: World[] = []
function start(options: WorldOptions = {}): World {
  const world: World = new World({
    tools: () => [registerBuiltin(new Gives())],
    ownTools: world => [
      registerBuiltin(new ReadResultTool({ resultText: (task, handle) => world.service.resultText(task, handle) })),
    ],
    ...options,
  })
  worlds.push(world)
  return world
}
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const offered = (world: World, request: number) =>
  world.driver.requests[request]?.tools.map(({ wireName }) => wireName) ?? []
const told = (world: World) =>
  world.driver.requests.at(-1)?.messages.flatMap(message => (message.role === 'tool' ? [message] : [])) ?? []

// J4: a result of 5 MB.
test('T10: of a long result the model gets both ends and a handle, and reads the rest with it (J4)', async () => {
  const world = start({
    turns: [
      turn([call('gives', { action: 'text' })]),
      turn([
        call('read_result', { handle: '1.0', find: 'NEEDLE' }),
        call('read_result', { handle: '1.0', offset: 199_000 }),
      ]),
      say('Found.'),
    ],
  })
  const task = await world.ask()
  expect(task.status).toBe('COMPLETED')
  const [shown, found, rest] = told(world).map(({ content }) => content)
  expect(shown?.length).toBeLessThan(60_000)
  expect(shown).toMatch(
    /^begin a+\n\n\[142,\d+ characters left out here, from 40000\. To read them call read_result with the handle 1\.0\.\]\n\nb+ error at the end$/,
  )
  expect(found).toMatch(/Found 1 times.*needle/s)
  expect(rest).toMatch(/^\[Characters 199000 to .*error at the end$/s)
  expect(world.calls(task.id).map(({ tool_name, state }) => `${tool_name} ${state}`)).toEqual([
    'gives succeeded',
    'read_result succeeded',
    'read_result succeeded',
  ])
})

test('T10: the tool is offered only where a result was shortened, also after a restart, and to no other chat', async () => {
  const world = start({ turns: [turn([call('gives', { action: 'text' })]), say('Ok.'), say('Ok.'), say('Ok.')] })
  const task = await world.ask()
  expect(offered(world, 0)).not.toContain('read_result')
  expect(offered(world, 1)).toContain('read_result')
  await world.restart()
  world.service.continue(task.id, { prompt: 'More' })
  await world.settled(task.id)
  expect(offered(world, 2)).toContain('read_result')
  await world.ask('Another')
  expect(offered(world, 3)).not.toContain('read_result')
})

test('T10: a chat reads no other chat’s results', async () => {
  const world = start({
    turns: [
      ...[1, 2, 3].map(() => turn([call('gives', { action: 'text' })])),
      turn([call('read_result', { handle: '3.0' })]),
      say('Ok.'),
      turn([call('gives', { action: 'text' })]),
      turn([call('read_result', { handle: '3.0' })]),
      say('Ok.'),
    ],
  })
  const own = await world.ask()
  expect(world.calls(own.id)[3]).toMatchObject({ state: 'succeeded' })
  const task = await world.ask('Another')
  const [, refused] = world.calls(task.id)
  expect(refused).toMatchObject({ state: 'failed' })
  expect(refused?.result?.content).not.toContain('aaa')
})

test('T10: a cut never splits a character', () => {
  for (const shift of [0, 1, 2, 3]) {
    const text = 'x'.repeat(shift) + '𝒳'.repeat(50_000)
    const cut = shortened(text, '1.0')
    expect(cut.isWellFormed()).toBe(true)
    expect(cut).not.toContain('�')
  }
})

// J5, J6
test('J5: a picture in a result is shown in the window, and said in words to a model that does not see', async () => {
  const world = start({ turns: [turn([call('gives', { action: 'picture' })]), say('Nice.')] })
  const task = await world.ask()
  const [made] = world.calls(task.id)
  expect(made?.result).toMatchObject({
    content: 'Here: ![it]([image 5×5 saved as media:1.0/1])',
    data: { shots: ['media:1.0/1', 'x'] },
    media: [{ position: 1, mime_type: 'image/png', width: 5, height: 5 }],
  })
  expect(world.service.medium(made?.id ?? '', 1)).toMatchObject({
    mime_type: 'image/png',
    base64: PICTURE,
  })
  expect(() => world.service.medium(made?.id ?? '', 2)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  expect(told(world)[0]).not.toHaveProperty('images')
})

test('J5: a model that sees gets the pictures of the last calls', async () => {
  const world = start({
    turns: [
      ...Array.from({ length: 8 }, (_, index) =>
        turn([call('lookup', { word: `${index}` }), call('gives', { action: 'picture' })]),
      ),
      say('Nice.'),
    ],
  })
  Object.assign(world.driver, { seesImages: true })
  await world.ask()
  const pictures = told(world).filter(({ content }) => content.startsWith('Here'))
  expect(pictures.map(({ images }) => images?.length ?? 0)).toEqual([0, 0, 1, 1, 1, 1, 1, 1])
  expect(pictures.at(-1)?.images?.[0]?.mimeType).toBe('image/png')
})

test('J5: pictures go with their chat', async () => {
  const world = start({ turns: [turn([call('gives', { action: 'picture' })]), say('Nice.')] })
  const task = await world.ask()
  const [made] = world.calls(task.id)
  world.service.remove(task.id)
  expect(() => world.service.medium(made?.id ?? '', 1)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})
