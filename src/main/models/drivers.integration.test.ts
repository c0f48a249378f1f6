import { afterEach, describe, expect, test } from 'vitest'
import { SIGNATURE, startAnthropicServer } from '../../../test/model-servers/anthropic-server.ts'
import { startOpenAIServer } from '../../../test/model-servers/openai-server.ts'
import type { ModelServer, Script, ScriptedTurn, ServerOptions } from '../../../test/model-servers/script.ts'
import { collectTurn, request } from '../../../test/streams/collect.ts'
import { parseArguments } from '../tools/parse-arguments.ts'
import { AnthropicCompatibleDriver } from './anthropic-compatible-driver.ts'
import type { DriverOptions } from './driver-options.ts'
import { LearnedTraits } from './learned-traits.ts'
import type { ModelDriver, ModelMessage, WireTool } from './model-driver.ts'
import { OpenAICompatibleDriver } from './openai-compatible-driver.ts'

const KEY = 'sk-test-0123456789abcdef'

const formats = [
  {
    format: 'OpenAI',
    start: (script: Script<unknown>, options?: ServerOptions): Promise<ModelServer<unknown>> =>
      startOpenAIServer(script, options),
    driver: (options: DriverOptions): ModelDriver => new OpenAICompatibleDriver(options),
  },
  {
    format: 'Anthropic',
    start: (script: Script<unknown>, options?: ServerOptions): Promise<ModelServer<unknown>> =>
      startAnthropicServer(script, options),
    driver: (options: DriverOptions): ModelDriver => new AnthropicCompatibleDriver(options),
  },
]

const calculator: WireTool = {
  wireName: 'calculator',
  description: 'Sums.',
  parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
}

const servers: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
})

describe.each(formats)('$format', ({ start, driver: build }) => {
  async function serve(script: Script<unknown>, more: Partial<DriverOptions> = {}, options?: ServerOptions) {
    const server = await start(script, options)
    servers.push(server)
    const driver = build({
      name: 'Work model',
      maxOutputTokens: null,
      ...more,
      settings: { base_url: server.baseUrl, api_key: KEY, model: 'scripted', ...more.settings },
    })
    return { server, driver }
  }
  const quick =
    (turn: ScriptedTurn) =>
    async (more: Partial<DriverOptions> = {}) =>
      collectTurn((await serve(() => turn, more)).driver)

  test('M2: text keeps every space, tab and line break, and arrives as it is written', async () => {
    const text = '  I will  look.\n\n\n\tTwice:\n\n| a  | b |\n```py\n    x = 1  \n```\n 🦊 '
    const turn = await quick({ text, delayMs: 5 })()
    expect(turn.text).toBe(text)
    expect(turn.events.filter(event => event.type === 'text').length).toBeGreaterThan(5)
    expect(turn.finish).toMatchObject({ stopReason: 'stop', usage: { inputTokens: 11, outputTokens: 7 } })
  })

  test('M2: reasoning, text and two parallel calls in one turn', async () => {
    const calls = [
      { id: 'a1', name: 'calculator', arguments: { expression: '240*19/100' } },
      { id: 'a2', name: 'time', arguments: {} },
    ]
    const turn = await quick({ reasoning: 'Two tools.\n', text: 'Let me see. ', calls })()
    expect(turn.reasoning).toBe('Two tools.\n')
    expect(turn.text).toBe('Let me see. ')
    expect(turn.calls.map(call => [call.wireName, call.providerCallId])).toEqual([
      ['calculator', 'a1'],
      ['time', 'a2'],
    ])
    expect(turn.calls.map(call => JSON.parse(call.argumentsText || '{}'))).toEqual([{ expression: '240*19/100' }, {}])
    expect(turn.events.filter(event => event.type === 'call.started').map(event => event.index)).toEqual([0, 1])
    expect(turn.finish?.stopReason).toBe('calls')
  })

  test('M2: one JSON document instead of a stream is one answer', async () => {
    const turn = await quick({
      whole: true,
      reasoning: 'Hm.',
      text: ' Yes. ',
      calls: [{ id: 'a1', name: 'calculator', arguments: { expression: '1+1' } }],
    })()
    expect(turn).toMatchObject({ text: ' Yes. ', reasoning: 'Hm.', error: null })
    expect(turn.calls).toEqual([
      { wireName: 'calculator', argumentsText: '{"expression":"1+1"}', providerCallId: 'a1' },
    ])
  })

  test('B116, B117: calls without ids and with the same id are all there', async () => {
    const calls = [
      { id: 'same', name: 'calculator', arguments: { expression: '1' } },
      { id: 'same', name: 'calculator', arguments: { expression: '2' } },
      { id: '', name: 'calculator', arguments: { expression: '3' } },
    ]
    const turn = await quick({ calls })()
    expect(turn.calls.map(call => JSON.parse(call.argumentsText).expression)).toEqual(['1', '2', '3'])
    expect(turn.calls.map(call => call.providerCallId)).toEqual(['same', 'same', ''])
  })

  test('B120, R6: an answer holds so many calls and no more, however they are written', async () => {
    const call = { name: 'calculator', arguments: '{}' }
    const inOne = await quick({ calls: [{ ...call, arguments: '{}'.repeat(1_000_000) }], pieceSize: 100_000 })()
    expect(inOne.calls.map(({ argumentsText }) => argumentsText.length)).toEqual([2_000_000])
    const most = await quick({ calls: Array.from({ length: 1_000 }, () => call) })()
    expect(most.calls).toHaveLength(1_000)
    const more = await quick({ calls: Array.from({ length: 1_001 }, () => call) })()
    expect(more.error).toMatchObject({ code: 'LLM_STREAM', info: { retryable: false } })
  })

  test('B100: cut arguments stay as they were written', async () => {
    const turn = await quick({ calls: [{ name: 'calculator', arguments: '{"expression": "1+' }] })()
    expect(turn.calls[0]?.argumentsText).toBe('{"expression": "1+')
  })

  test('T4: calls count whatever the stop reason says', async () => {
    for (const stop of ['stop', 'end_turn', 'whatever']) {
      const turn = await quick({ stop, calls: [{ name: 'calculator', arguments: { expression: '1' } }] })()
      expect(turn.finish?.stopReason).toBe('calls')
    }
    const promised = await quick({ stop: 'tool_calls', text: 'No call after all.' })()
    expect(promised.finish?.stopReason).not.toBe('calls')
  })

  test('T4: length is no success', async () => {
    for (const stop of ['length', 'max_tokens']) {
      const turn = await quick({ stop, text: 'Half an ans' })()
      if (stop === (build === formats[0]?.driver ? 'length' : 'max_tokens'))
        expect(turn.finish?.stopReason).toBe('length')
    }
  })

  test('B142: an answer that repeats the key does not', async () => {
    const turn = await quick({
      text: `Your key is ${KEY}, isn't it?`,
      calls: [{ name: 'mail', arguments: { body: KEY } }],
    })()
    expect(turn.text).toBe("Your key is [secret], isn't it?")
    expect(turn.calls[0]?.argumentsText).toBe('{"body":"[secret]"}')
    expect(JSON.stringify(turn.events)).not.toContain(KEY)
  })

  test('B142: the key as the id and the name of a call is not shown either', async () => {
    const turn = await quick({ calls: [{ id: KEY, name: KEY, arguments: {} }] })()
    expect(turn.calls).toMatchObject([{ wireName: '[secret]', providerCallId: '[secret]' }])
    expect(JSON.stringify(turn.events)).not.toContain(KEY)
  })

  test('R4: wherever the key stands in an answer of another shape, no part of it is shown', async () => {
    for (let before = 40; before < 210; before += 17) {
      const body = JSON.stringify({ note: 'x'.repeat(before), key: KEY })
      const { error } = await quick({ raw: { contentType: 'application/json', body } })()
      expect(error?.code).toBe('LLM_NOT_JSON')
      expect(`${error?.message} ${error?.info.raw}`).not.toContain(KEY.slice(0, 6))
    }
  })

  test('B125: an empty answer is asked for again, then LLM_EMPTY', async () => {
    const { driver, server } = await serve(() => ({ text: '' }))
    const turn = await collectTurn(driver)
    expect(turn.error).toMatchObject({ code: 'LLM_EMPTY', info: { retryable: true } })
    expect(server.requests).toHaveLength(2)
    const second = await serve([{ text: '' }, { text: 'Here.' }])
    expect((await collectTurn(second.driver)).text).toBe('Here.')
  })

  test('M2: a key is sent only when there is one', async () => {
    const { driver, server } = await serve(() => ({ text: 'ok' }), { settings: { api_key: '' } })
    await collectTurn(driver)
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key')
  })

  test.each([
    [401, 'LLM_AUTH', false],
    [403, 'LLM_AUTH', false],
    [404, 'LLM_MODEL_NOT_FOUND', false],
    [400, 'LLM_BAD_REQUEST', false],
    [422, 'LLM_BAD_REQUEST', false],
    [408, 'LLM_TIMEOUT', true],
    [429, 'LLM_RATE_LIMIT', true],
    [500, 'LLM_SERVER_ERROR', true],
    [503, 'LLM_SERVER_ERROR', true],
    [529, 'LLM_OVERLOADED', true],
    [307, 'LLM_REDIRECT', false],
  ])('T7: status %i is %s', async (status, code, retryable) => {
    const headers = { location: 'http://127.0.0.1:1/elsewhere' }
    const turn = await quick({
      fault: { kind: 'status', status, headers, body: '{"error":{"message":"400 500 429"}}' },
    })()
    expect(turn.error).toMatchObject({ code, info: { retryable } })
    expect(turn.error?.message.length).toBeLessThanOrEqual(500)
  })

  test('T7: a refused key is told in one sentence that says where to go', async () => {
    const { driver, server } = await serve(() => ({ text: 'ok' }), {}, { apiKey: 'another-key' })
    const { error } = await collectTurn(driver)
    const host = new URL(server.baseUrl).host
    expect(error?.message).toBe(
      `The key was refused by ${host}. Check the API key of “Work model” in Settings → Models.`,
    )
  })

  test.each([
    ['Country, region, or territory not supported', false],
    ['Key limit exceeded (total limit).', false],
    ['You are not allowed to sample from this model', false],
    [`No access for ${KEY}`, false],
    ['', false],
    ['Incorrect API key provided', true],
    ['Your authentication token is invalid.', true],
  ])('T7: a 403 that says “%s” is told as what it is', async (message, isKey) => {
    const body = message && JSON.stringify({ error: { message } })
    const { error } = await quick({ fault: { kind: 'status', status: 403, body } })()
    expect(error).toMatchObject({ code: 'LLM_AUTH', info: { retryable: false } })
    expect(error?.message).toContain(isKey ? 'The key was refused by' : 'refused the request (status 403)')
    expect(error?.message).not.toContain(KEY)
    if (message && !isKey) expect(error?.message).toContain(`“${message.replace(KEY, '[secret]')}”`)
  })

  test.each([
    ['max_tokens: 200000 is not allowed; the maximum is 64000', ''],
    ['max_tokens is too large: 200000. Larger values are not supported by this model', 'invalid_value'],
  ])('H10: that max_tokens is too large is no lesson: %s', async (message, code) => {
    const body = JSON.stringify({ error: { message, code, param: 'max_tokens' } })
    const refused: ScriptedTurn = { fault: { kind: 'status', status: 400, body } }
    const { driver, server } = await serve([refused, { text: 'ok' }], { maxOutputTokens: 200_000 })
    expect((await collectTurn(driver)).error).toMatchObject({ code: 'LLM_BAD_REQUEST' })
    expect((await collectTurn(driver)).text).toBe('ok')
    for (const { body } of server.requests) expect(body).toMatchObject({ max_tokens: 200_000 })
  })

  test('T7: what an endpoint says is scrubbed and escaped', async () => {
    const body = JSON.stringify({ error: { message: `Bad key ${KEY} \u202e\u0007!` } })
    const { error } = await quick({ fault: { kind: 'status', status: 400, body } })()
    expect(error?.info.raw).toBe('Bad key [secret] \\u{202E}\\u{7}!')
    expect(error?.message).not.toContain(KEY)
  })

  test.each([
    ['7', 7_000],
    ['99999999', 600_000],
    ['-5', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['soon', undefined],
  ])('B129: Retry-After %s', async (value, expected) => {
    const { error } = await quick({ fault: { kind: 'status', status: 429, headers: { 'retry-after': value } } })()
    expect(error?.info.retryAfterMs).toBe(expected)
  })

  test('B126: a login page is LLM_NOT_JSON and shows its beginning', async () => {
    const { error } = await quick({ fault: { kind: 'html' } })()
    expect(error?.code).toBe('LLM_NOT_JSON')
    expect(error?.message).toContain('text/html')
    expect(error?.message).toContain('<!doctype html><title>Sign in')
  })

  test('B127: an error inside a success is LLM_ERROR with its words', async () => {
    for (const [contentType, body] of [
      ['application/json', '{"error":{"message":"The moon is full."}}'],
      ['text/event-stream', 'data: {"error":{"message":"The moon is full."}}\n\n'],
    ] as const) {
      const { error } = await quick({ raw: { contentType, body } })()
      expect(error).toMatchObject({ code: 'LLM_ERROR', info: { raw: 'The moon is full.' } })
    }
  })

  test('T6, B127: that a conversation is too long, said inside a success, tells the window as well', async () => {
    const said = JSON.stringify({
      error: { message: 'This model’s maximum context length is 8192 tokens, but 9000 were sent.' },
    })
    for (const [contentType, body] of [
      ['application/json', said],
      ['text/event-stream', `data: ${said}\n\n`],
      ['text/event-stream', `event: error\ndata: ${said}\n\n`],
    ] as const) {
      const { error } = await quick({ raw: { contentType, body } })()
      expect(error).toMatchObject({ code: 'CONTEXT_WINDOW', info: { contextLimit: 8192 } })
      expect(error?.message).toContain('8,192 tokens')
    }
  })

  test('T7: a stream that is cut is LLM_STREAM, wherever it is cut', async () => {
    for (const after of [1, 2, 4, 6]) {
      const turn = await quick({ text: 'A long enough answer, in many pieces.', fault: { kind: 'cut', after } })()
      expect(turn.error, `after ${after}`).toMatchObject({ code: 'LLM_STREAM', info: { retryable: true } })
    }
  })

  test('B137: silence is LLM_TIMEOUT, before the headers and in the middle', async () => {
    const limits = { idleMs: 150, totalMs: 5_000 }
    for (const fault of [{ kind: 'hang' } as const, { kind: 'stall', after: 3 } as const]) {
      const turn = await quick({ text: 'Never to the end.', fault })({ limits })
      expect(turn.error).toMatchObject({ code: 'LLM_TIMEOUT', info: { retryable: true } })
    }
  })

  test('B137: an answer that drips on is LLM_TIMEOUT in the end', async () => {
    const turn = await quick({ text: 'drip '.repeat(200), delayMs: 20 })({ limits: { idleMs: 5_000, totalMs: 300 } })
    expect(turn.error).toMatchObject({ code: 'LLM_TIMEOUT' })
    expect(turn.text).toContain('drip')
  })

  test('T7: stopping works at once, and closes the connection', async () => {
    const { driver } = await serve(() => ({ text: 'Never to the end.', fault: { kind: 'stall', after: 3 } }))
    const stop = new AbortController()
    const turn = collectTurn(driver, request({ signal: stop.signal }))
    setTimeout(() => stop.abort(), 50)
    expect((await turn).error).toMatchObject({ code: 'LLM_ABORTED', info: { retryable: false } })
    const already = await collectTurn(driver, request({ signal: AbortSignal.abort() }))
    expect(already.error?.code).toBe('LLM_ABORTED')
  })

  test('T7: nobody there is LLM_UNREACHABLE', async () => {
    const { driver, server } = await serve(() => ({ text: 'ok' }))
    await server.close()
    const { error } = await collectTurn(driver)
    expect(error).toMatchObject({ code: 'LLM_UNREACHABLE', info: { retryable: true } })
    expect(error?.message).toContain('Nothing answers at 127.0.0.1:')
  })

  test('T7: an unknown host and a connection without TLS have their own sentences', async () => {
    const lost = build({
      name: 'M',
      maxOutputTokens: null,
      settings: { base_url: 'https://no-such-host.invalid/v1', model: 'm' },
    })
    expect((await collectTurn(lost)).error?.code).toBe('LLM_UNREACHABLE')
    const { server } = await serve(() => ({ text: 'ok' }))
    const secure = server.baseUrl.replace('http:', 'https:')
    const wrong = build({ name: 'M', maxOutputTokens: null, settings: { base_url: secure, model: 'm' } })
    expect((await collectTurn(wrong)).error).toMatchObject({ code: 'LLM_TLS', info: { retryable: false } })
  })

  test('B139: a line without an end is stopped', async () => {
    const body = `data: {"x":"${'a'.repeat(9_000_000)}`
    const { error } = await quick({ raw: { contentType: 'text/event-stream', body } })()
    expect(error).toMatchObject({ code: 'LLM_STREAM', info: { retryable: false } })
  })

  test('B145: an endless answer is cut and marked', async () => {
    const turn = await quick({ whole: true, text: 'x'.repeat(5_000_000) })()
    expect(turn.text.length).toBeLessThan(5_000_200)
    expect(turn.text.endsWith('was cut here.]')).toBe(true)
    expect(turn.finish?.stopReason).toBe('length')
  })

  test('M2: tools go out as raw JSON schema, results come back under the ids of their calls', async () => {
    const { driver, server } = await serve(() => ({ text: 'ok' }))
    const callIds = ['019a-uuid-like-identifier-0001', '019a-uuid-like-identifier-0002 with spaces']
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Sum.' },
      {
        role: 'assistant',
        text: ' I will. ',
        reasoning: 'secret thoughts',
        providerData: null,
        calls: callIds.map((callId, at) => ({
          callId,
          wireName: 'calculator',
          argumentsText: at === 0 ? '{"expression": "1"}' : 'broken',
        })),
      },
      { role: 'tool', callId: callIds[0] ?? '', wireName: 'calculator', content: 'one', isError: false },
      { role: 'tool', callId: callIds[1] ?? '', wireName: 'calculator', content: 'two', isError: true },
    ]
    await collectTurn(driver, request({ system: 'Be brief.', messages, tools: [calculator] }))
    const sent = JSON.stringify(server.requests[0]?.body)
    expect(sent).toContain(JSON.stringify(calculator.parameters))
    expect(sent).not.toContain('secret thoughts')
    expect(sent).not.toContain('broken')
    expect(sent.match(/Be brief\./g)).toHaveLength(1)
    const ids = [...sent.matchAll(/"(?:id|tool_call_id|tool_use_id)":"([^"]+)"/g)].map(match => match[1])
    expect(ids).toHaveLength(4)
    expect(ids.slice(2)).toEqual(ids.slice(0, 2))
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{9,64}$/)
  })
})

describe('OpenAI only', () => {
  async function open(
    script: Script<unknown>,
    settings: DriverOptions['settings'] = {},
    maxOutputTokens: number | null = null,
  ) {
    const server = await startOpenAIServer(script)
    servers.push(server)
    const all = {
      base_url: server.baseUrl,
      api_key: KEY,
      model: `model-${servers.length}-${Math.random()}`,
      ...settings,
    }
    return { server, driver: new OpenAICompatibleDriver({ name: 'Work model', settings: all, maxOutputTokens }) }
  }

  test.each([
    ['calls', (at: number) => ({ index: at, function: { name: 'calculator', arguments: '{}' } })],
    ['ids of one call', (at: number) => ({ function: { name: at ? '' : 'calculator', arguments: at ? '[1],' : '[' } })],
  ])('B120, R6: 20,000 %s in as many pieces are read as fast as they come', async (_what, piece) => {
    const chunks = Array.from({ length: 20_000 }, (_, at) => ({
      choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: `c${at}`, ...piece(at) }] } }],
    }))
    const body = chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('')
    const { driver } = await open(() => ({ raw: { contentType: 'text/event-stream', body } }))
    expect((await collectTurn(driver)).error?.code).toBe('LLM_STREAM')
  })

  test('W3: strict functions say so, and a tool without arguments may have no parameters at all', async () => {
    const nothing: WireTool = { wireName: 'ping', description: 'Pings.', parameters: null }
    const sent = async (dialect: string) => {
      const { driver, server } = await open(() => ({ text: 'ok' }), { tool_schema_dialect: dialect })
      expect(driver.dialect).toBe(dialect)
      await collectTurn(driver, request({ tools: [calculator, nothing] }))
      return server.requests[0]?.body.tools as unknown as { function: Record<string, unknown> }[]
    }
    const [strict] = await sent('openai_strict')
    expect(strict?.function).toMatchObject({ name: 'calculator', strict: true, parameters: calculator.parameters })
    const [plain, ping] = await sent('gemini')
    expect(plain?.function).not.toHaveProperty('strict')
    expect(ping?.function).toEqual({ name: 'ping', description: 'Pings.' })
  })

  test('H2: reasoning of a turn with calls is replayed to the same endpoint, other reasoning is not', async () => {
    const { driver, server } = await open([
      { reasoning: 'I need the sum.', calls: [{ id: 'a', name: 'calculator', arguments: { expression: '1' } }] },
      { reasoning: 'Done.', text: 'It is 1.' },
    ])
    const first = await collectTurn(driver)
    expect(first.finish?.providerData).toEqual({ reasoning_content: 'I need the sum.' })
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Sum.' },
      {
        role: 'assistant',
        text: '',
        reasoning: first.reasoning,
        providerData: first.finish?.providerData,
        calls: [{ callId: 'x', wireName: 'calculator', argumentsText: '{"expression":"1"}' }],
      },
      { role: 'tool', callId: 'x', wireName: 'calculator', content: '1', isError: false },
    ]
    const second = await collectTurn(driver, request({ messages }))
    expect(server.requests[1]?.body.messages[1]).toMatchObject({ content: null, reasoning_content: 'I need the sum.' })
    expect(second.finish?.providerData).toBeNull()
  })

  test('H4: every call id on the wire is nine letters and digits', async () => {
    const { driver, server } = await open([{ text: 'ok' }])
    const calls = Array.from({ length: 20 }, (_, at) => ({
      callId: `id ${at}`,
      wireName: 'calculator',
      argumentsText: '{}',
    }))
    const results = calls.map(
      ({ callId }): ModelMessage => ({ role: 'tool', callId, wireName: 'calculator', content: callId, isError: false }),
    )
    const turn: ModelMessage = { role: 'assistant', text: '', reasoning: '', providerData: null, calls }
    await collectTurn(driver, request({ messages: [{ role: 'user', text: 'Go.' }, turn, ...results] }))
    const sent = server.requests[0]?.body.messages ?? []
    const ids = sent[1]?.tool_calls?.map(call => call.id) ?? []
    expect(new Set(ids).size).toBe(20)
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(sent.slice(2).map(message => message.tool_call_id)).toEqual(ids)
    expect(sent.slice(2).map(message => message.content)).toEqual(calls.map(({ callId }) => callId))
  })

  test('H10: a parameter the model refuses is left out from then on', async () => {
    const refuse = (param: string): ScriptedTurn => ({
      fault: {
        kind: 'status',
        status: 400,
        body: JSON.stringify({
          error: { message: `Unsupported parameter: '${param}'.`, param, code: 'unsupported_parameter' },
        }),
      },
    })
    const { driver, server } = await open(
      [refuse('max_tokens'), refuse('temperature'), { text: 'ok' }, { text: 'again' }],
      { temperature: 0.5 },
      500,
    )
    expect((await collectTurn(driver)).text).toBe('ok')
    expect((await collectTurn(driver)).text).toBe('again')
    expect(server.requests).toHaveLength(4)
    expect(server.requests[0]?.body).toMatchObject({ max_tokens: 500, temperature: 0.5 })
    expect(server.requests[3]?.body).toMatchObject({ max_completion_tokens: 500 })
    expect(server.requests[3]?.body).not.toHaveProperty('temperature')
    expect(server.requests[3]?.body).not.toHaveProperty('max_tokens')
  })

  const REFUSALS: Readonly<Record<string, (param: string) => { status?: number; body: object }>> = {
    'in a field': param => ({
      body: { error: { message: `Unsupported parameter: '${param}'.`, param, code: 'unsupported_parameter' } },
    }),
    'in a sentence': param => ({
      body: { error: { message: `This model does not support ${param}.`, type: 'invalid_request_error' } },
    }),
    'as its place in the body': param => ({
      status: 422,
      body: {
        detail: [{ type: 'extra_forbidden', loc: ['body', param], msg: 'Extra inputs are not permitted', input: 1 }],
      },
    }),
    'as an unknown name': param => ({
      body: [
        {
          error: {
            code: 400,
            message: `Invalid JSON payload received. Unknown name "${param}": Cannot find field.`,
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
    }),
  }
  const PARAMETERS = ['temperature', 'stream_options', 'tool_choice']

  test.each(PARAMETERS.flatMap(param => Object.keys(REFUSALS).map(how => [param, how] as const)))(
    'H10: %s, refused %s, is left out from then on, and nothing else is',
    async (param, how) => {
      const { status = 400, body } = REFUSALS[how]?.(param) ?? { body: {} }
      const fault: ScriptedTurn = { fault: { kind: 'status', status, body: JSON.stringify(body) } }
      const { driver, server } = await open([fault, { text: 'ok' }, { text: 'again' }], { temperature: 0.5 }, 500)
      const tools = [{ wireName: 'lookup', description: 'Looks.', parameters: { type: 'object', properties: {} } }]
      expect((await collectTurn(driver, request({ tools }))).text).toBe('ok')
      expect((await collectTurn(driver, request({ tools }))).text).toBe('again')
      const [first, ...later] = server.requests.map(each => Object.keys(each.body as object).sort())
      expect(first).toContain(param)
      expect(later).toEqual([1, 2].map(() => first?.filter(name => name !== param)))
    },
  )

  test.each([
    [400, 'registry.ollama.ai/library/gemma:2b does not support tools'],
    [400, '`tool calling` is not supported with this model'],
    [400, 'This model does not support function calling.'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [400, 'Tools are not supported by this deployment.'],
    [404, 'No endpoints found that support tool use. To learn more, read the docs.'],
    [422, 'The model does not support the use of tools'],
  ])('H8: with status %i, “%s” says that the model takes no tools', async (status, message) => {
    const body = JSON.stringify({ error: { message, type: 'invalid_request_error' } })
    const { driver, server } = await open([{ fault: { kind: 'status', status, body } }])
    expect((await collectTurn(driver)).error?.code).toBe('LLM_NO_TOOLS')
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    [400, 'This tool is not supported: web_search.', 'LLM_BAD_REQUEST'],
    [400, 'The schema of function lookup does not support oneOf.', 'LLM_BAD_REQUEST'],
    [400, 'This model does not support function names with dots.', 'LLM_BAD_REQUEST'],
    [400, 'Parallel tool calls are not supported.', 'LLM_BAD_REQUEST'],
    [404, 'The model m does not exist.', 'LLM_MODEL_NOT_FOUND'],
  ])('H8: with status %i, “%s” says nothing of that', async (status, message, code) => {
    const body = JSON.stringify({ error: { message, type: 'invalid_request_error' } })
    const { driver } = await open([{ fault: { kind: 'status', status, body } }])
    expect((await collectTurn(driver)).error?.code).toBe(code)
  })

  test('H8: a model without tools is said to be one', async () => {
    const body = '{"error":{"message":"registry.ollama.ai/library/gemma does not support tools"}}'
    const { driver } = await open([{ fault: { kind: 'status', status: 400, body } }])
    expect((await collectTurn(driver)).error?.message).toContain('cannot use tools')
  })

  test('T7: an overlong conversation, an empty account and an unknown model are told apart', async () => {
    const answers: [number, object, string, boolean][] = [
      [400, { message: 'too long', code: 'context_length_exceeded' }, 'CONTEXT_WINDOW', false],
      [429, { message: 'quota', code: 'insufficient_quota' }, 'LLM_RATE_LIMIT', false],
      [404, { message: 'no model', code: 'model_not_found' }, 'LLM_MODEL_NOT_FOUND', false],
    ]
    for (const [status, error, code, retryable] of answers) {
      const { driver } = await open([{ fault: { kind: 'status', status, body: JSON.stringify({ error }) } }])
      expect((await collectTurn(driver)).error).toMatchObject({ code, info: { retryable } })
    }
  })

  test('M1: the base URL may be pasted whole or only as far as the host', async () => {
    const { server } = await open(() => ({ text: 'ok' }))
    for (const tail of ['', '/', '/v1', '/v1/', '/v1/chat/completions']) {
      const settings = { base_url: `${server.origin}${tail}`, model: 'm' }
      const driver = new OpenAICompatibleDriver({ name: 'M', settings, maxOutputTokens: null })
      expect((await collectTurn(driver)).text, tail).toBe('ok')
    }
  })

  test('M3: it lists its models', async () => {
    const server = await startOpenAIServer([], { models: ['zeta', 'alpha'], apiKey: KEY })
    servers.push(server)
    const settings = { base_url: server.baseUrl, api_key: KEY, model: 'm' }
    const driver = new OpenAICompatibleDriver({ name: 'M', settings, maxOutputTokens: null })
    expect(await driver.listModels(new AbortController().signal)).toEqual(['alpha', 'zeta'])
  })
})

describe('Anthropic only', () => {
  async function open(script: Script<unknown>, settings: DriverOptions['settings'] = {}) {
    const server = await startAnthropicServer(script, { models: ['zeta', 'alpha'] })
    servers.push(server)
    const all = { base_url: server.baseUrl, api_key: KEY, model: 'scripted', ...settings }
    return {
      server,
      driver: new AnthropicCompatibleDriver({ name: 'Work model', settings: all, maxOutputTokens: null }),
    }
  }

  test('M2: what goes into the cache is told apart from the rest of the input, streamed and whole', async () => {
    for (const whole of [false, true]) {
      const { driver } = await open([{ text: 'Kept.', usage: { input: 10, output: 5, cacheWrite: 2_000 }, whole }])
      const { finish } = await collectTurn(driver)
      expect(finish?.usage).toMatchObject({ inputTokens: 2_010, cachedTokens: 0, cacheWriteTokens: 2_000 })
    }
  })

  test('T5: signed thinking goes back unchanged and in its place', async () => {
    const { driver, server } = await open([
      {
        reasoning: 'Think  first.\n',
        text: 'Now. ',
        calls: [{ id: 'a', name: 'calculator', arguments: { expression: '1' } }],
      },
      { text: 'It is 1.' },
    ])
    const first = await collectTurn(driver)
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Sum.' },
      {
        role: 'assistant',
        text: first.text,
        reasoning: first.reasoning,
        providerData: JSON.parse(JSON.stringify(first.finish?.providerData)),
        calls: [{ callId: 'x', wireName: 'calculator', argumentsText: first.calls[0]?.argumentsText ?? '' }],
      },
      { role: 'tool', callId: 'x', wireName: 'calculator', content: 'refused', isError: true },
    ]
    await collectTurn(driver, request({ messages }))
    expect(server.requests[1]?.body.messages[1]?.content).toMatchObject([
      { type: 'thinking', thinking: 'Think  first.\n', signature: SIGNATURE },
      { type: 'text', text: 'Now. ' },
      { type: 'tool_use', id: 'x', name: 'calculator', input: { expression: '1' } },
    ])
    expect(server.requests[1]?.body.messages[2]?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'x', is_error: true },
    ])
  })

  test.each(['text', 'thinking'])('B142: a key in two blocks of %s is not shown', async type => {
    const blocks = [KEY.slice(0, 12), KEY.slice(12)].flatMap((said, index) => [
      { type: 'content_block_start', index, content_block: { type, [type]: '' } },
      { type: 'content_block_delta', index, delta: { type: `${type}_delta`, [type]: said } },
      { type: 'content_block_stop', index },
    ])
    const answer = { type: 'content_block_start', index: 2, content_block: { type: 'text', text: ' Yes.' } }
    const end = { type: 'message_delta', delta: { stop_reason: 'end_turn' } }
    const events = [...blocks, answer, end, { type: 'message_stop' }]
    const body = events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')
    const { driver } = await open([{ raw: { contentType: 'text/event-stream', body } }])
    const turn = await collectTurn(driver)
    expect(turn.reasoning + turn.text).toBe('[secret] Yes.')
  })

  test('H3: thinking of a server that signs nothing goes back in its place all the same', async () => {
    const events = [
      { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'I need the sum.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'a', name: 'calculator' } },
      {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: '{"expression":"1"}' },
      },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ]
    const body = events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    const { driver, server } = await open([{ raw: { contentType: 'text/event-stream', body } }, { text: 'It is 1.' }])
    const first = await collectTurn(driver)
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Sum.' },
      {
        role: 'assistant',
        text: '',
        reasoning: first.reasoning,
        providerData: JSON.parse(JSON.stringify(first.finish?.providerData)),
        calls: [{ callId: 'x', wireName: 'calculator', argumentsText: first.calls[0]?.argumentsText ?? '' }],
      },
      { role: 'tool', callId: 'x', wireName: 'calculator', content: '1', isError: false },
    ]
    await collectTurn(driver, request({ messages }))
    expect(server.requests[1]?.body.messages[1]?.content).toMatchObject([
      { type: 'thinking', thinking: 'I need the sum.' },
      { type: 'tool_use', id: 'x' },
    ])
  })

  test('H10: max_tokens always goes out, whatever was learnt or is said of it', async () => {
    const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    const body = JSON.stringify({ error: { message, param: 'max_tokens', code: 'unsupported_parameter' } })
    const learned = new LearnedTraits({ tools: null, refused: ['max_tokens'] })
    const server = await startAnthropicServer([{ text: 'ok' }, { fault: { kind: 'status', status: 400, body } }])
    servers.push(server)
    const settings = { base_url: server.baseUrl, model: 'm' }
    const driver = new AnthropicCompatibleDriver({ name: 'M', settings, maxOutputTokens: 500, learned })
    expect((await collectTurn(driver)).text).toBe('ok')
    expect((await collectTurn(driver)).error).toMatchObject({ code: 'LLM_BAD_REQUEST' })
    expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([500, 500])
  })

  test('M1: thinking and caching are what the settings say', async () => {
    const { driver, server } = await open(() => ({ text: 'ok' }), { thinking_budget: 2048, temperature: 0.5 })
    await collectTurn(driver, request({ system: 'Be brief.', tools: [calculator] }))
    expect(server.requests[0]?.body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 2048 } })
    expect(server.requests[0]?.body).not.toHaveProperty('temperature')
    expect(JSON.stringify(server.requests[0]?.body).match(/cache_control/g)).toHaveLength(3)
    const plain = await open(() => ({ text: 'ok' }), { enable_prompt_caching: false })
    await collectTurn(plain.driver, request({ system: 'Be brief.', tools: [calculator] }))
    expect(JSON.stringify(plain.server.requests[0]?.body)).not.toContain('cache_control')
  })

  test('M1: the base URL may be pasted with its path', async () => {
    const { server } = await open(() => ({ text: 'ok' }))
    for (const tail of ['', '/', '/v1', '/v1/messages']) {
      const settings = { base_url: `${server.origin}${tail}`, model: 'm' }
      const driver = new AnthropicCompatibleDriver({ name: 'M', settings, maxOutputTokens: null })
      expect((await collectTurn(driver)).text, tail).toBe('ok')
    }
  })

  test('M3: it lists its models', async () => {
    const { driver } = await open([])
    expect(await driver.listModels(new AbortController().signal)).toEqual(['alpha', 'zeta'])
  })
})

// F2: a call without arguments came without any piece of them, and was dropped.
test('F2: Anthropic: a call whose arguments never came, or came as one empty piece, is a call without arguments', async () => {
  const empty = { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '' } }
  for (const pieces of [[], [empty]]) {
    const events = [
      { type: 'message_start', message: { id: 'm', model: 'x', role: 'assistant', content: [], usage: {} } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'toolu_1', name: 'now', input: {} },
      },
      ...pieces,
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ]
    const body = events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    const server = await startAnthropicServer(() => ({ raw: { contentType: 'text/event-stream', body } }))
    servers.push(server)
    const settings = { base_url: server.baseUrl, api_key: KEY, model: 'scripted' }
    const driver = new AnthropicCompatibleDriver({ name: 'Work model', maxOutputTokens: null, settings })
    const { calls, error } = await collectTurn(driver)
    expect([error, calls]).toEqual([
      null,
      [{ wireName: 'now', argumentsText: expect.any(String), providerCallId: 'toolu_1' }],
    ])
    expect(parseArguments(calls[0]?.argumentsText)).toMatchObject({ kind: expect.stringMatching(/^(ok|empty)$/) })
  }
})
