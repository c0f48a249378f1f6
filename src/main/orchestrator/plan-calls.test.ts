import { defineTool, ToolResult } from '@spora/sdk'
import { expect, test } from 'vitest'
import { type EffectiveOperation, effectiveOperations, type OperationOverride } from '../agents/effective-operations.ts'
import { sha256 } from '../tools/canonical-json.ts'
import { registerBuiltin } from '../tools/register-builtin.ts'
import type { ModelTurn, TurnCall } from './collect-turn.ts'
import { type PlannedCall, type Planner, planCalls } from './plan-calls.ts'
import { resolvePolicy } from './policy.ts'

const Notes = defineTool({
  name: 'notes',
  description: 'Notes.',
  operations: {
    list: {
      description: 'Reads them.',
      effect: 'none',
      requiresApprovalByDefault: false,
      parameters: { limit: { type: 'integer', description: 'How many.', required: false, minimum: 1, maximum: 9 } },
      describe: () => 'Read the notes',
      execute: () => ToolResult.ok('none'),
    },
    add: {
      description: 'Adds one.',
      parameters: { text: { type: 'string', description: 'What.' } },
      describe: () => 'Add a note',
      execute: () => ToolResult.ok('added'),
    },
    wipe: {
      description: 'Deletes all.',
      effect: 'destructive',
      requiresApprovalByDefault: false,
      describe: () => 'Delete all notes',
      execute: () => ToolResult.ok('gone'),
    },
  },
})
const notes = registerBuiltin(new Notes())

function operations(change: Record<string, Partial<OperationOverride>> = {}): EffectiveOperation[] {
  const overrides = Object.entries(change).map(
    ([name, override]) => [name, { enabled: null, requiresApproval: null, ...override }] as const,
  )
  return effectiveOperations(notes.metadata, new Map(overrides))
}

function plan(
  calls: readonly [string, string][],
  options: Partial<ModelTurn> & { change?: Parameters<typeof operations>[0] } = {},
): PlannedCall[] {
  const effective = operations(options.change)
  const planner: Planner = {
    canonical: wire => (wire === 'notes' ? 'notes' : undefined),
    offered: new Map([['notes', { tool: notes, operations: effective }]]),
    disabled: new Map([['mail', notes]]),
    wireNames: ['notes'],
    callsPerTurn: 32,
    policy: (_tool, operation) =>
      resolvePolicy(
        operation,
        effective.find(({ name }) => name === operation.name),
      ),
  }
  const turn: ModelTurn = {
    text: '',
    reasoning: '',
    stopReason: 'calls',
    usage: { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 },
    providerData: null,
    ...options,
    calls: calls.map(
      ([wireName, argumentsText], index): TurnCall => ({ index, providerCallId: '', wireName, argumentsText }),
    ),
  }
  return planCalls(turn, planner)
}

test('P1: what the tool declares decides when nobody chose otherwise', () => {
  const [list, add] = plan([
    ['notes', '{"action":"list"}'],
    ['notes', '{"action":"add","text":"x"}'],
  ])
  expect(list).toMatchObject({ state: 'ready', policy: { verdict: 'run', decided_by: 'declared_default' } })
  expect(add).toMatchObject({ state: 'awaiting', policy: { verdict: 'ask', decided_by: 'declared_default' } })
})

test("P1: the agent's own choice goes before the declared default, both ways", () => {
  const change = { list: { requiresApproval: true }, add: { requiresApproval: false } }
  const [list, add] = plan(
    [
      ['notes', '{"action":"list"}'],
      ['notes', '{"action":"add","text":"x"}'],
    ],
    { change },
  )
  expect(list).toMatchObject({ state: 'awaiting', policy: { decided_by: 'operation_override' } })
  expect(add).toMatchObject({ state: 'ready', policy: { decided_by: 'operation_override' } })
})

test('P1, P7: destructive asks though its author says it need not, unless the operator chose (A25)', () => {
  const [asks] = plan([['notes', '{"action":"wipe"}']])
  expect(asks).toMatchObject({ state: 'awaiting', effect: 'destructive', policy: { decided_by: 'destructive' } })
  const [runs] = plan([['notes', '{"action":"wipe"}']], { change: { wipe: { requiresApproval: false } } })
  expect(runs).toMatchObject({ state: 'ready', policy: { decided_by: 'operation_override' } })
})

test('P1, R3: an operation that is off is refused, whatever else was chosen', () => {
  const [off] = plan([['notes', '{"action":"add","text":"x"}']], {
    change: { add: { enabled: false, requiresApproval: false } },
  })
  expect(off).toMatchObject({ state: 'invalid', operation: 'add', policy: { code: 'CALL_DISABLED' } })
  expect(off?.refusal?.told).toContain('switched “add” off')
  expect(off?.refusal?.told).toContain('list, wipe')
})

test('F3: with one operation left the model need not name it', () => {
  const [only] = plan([['notes', '{"text":"x"}']], { change: { list: { enabled: false }, wipe: { enabled: false } } })
  expect(only).toMatchObject({ state: 'awaiting', operation: 'add', args: { action: 'add', text: 'x' } })
})

test('P2: what is shown is canonical and hashed, with the form of the chosen operation', () => {
  const [add] = plan([['notes', ' { "text" : "ü" , "action" : "add" } ']])
  expect(add?.argsCanonical).toBe('{"action":"add","text":"ü"}')
  expect(add?.argsSha256).toBe(sha256('{"action":"add","text":"ü"}'))
  expect(Object.keys(JSON.parse(add?.parameterSchema ?? '').properties)).toEqual(['action', 'text'])
})

test('W6: a text that is exactly a number is taken as one and marked (B109)', () => {
  const [list] = plan([['notes', '{"action":"list","limit":"5"}']])
  expect(list).toMatchObject({ state: 'ready', args: { limit: 5 }, coerced: ['/limit'] })
})

test('W5: malformed arguments never become {}, the model reads what is wrong (B100)', () => {
  const [broken] = plan([['notes', '{"action":"list"']])
  expect(broken).toMatchObject({ state: 'invalid', argsCanonical: '{}', policy: { code: 'CALL_ARGS_JSON' } })
  expect(broken?.written.argumentsText).toBe('{"action":"list"')
})

test.each([
  ['{"action":"list","action":"wipe"}', 'CALL_ARGS_DUPLICATE_KEY'],
  ['{"action":"list","__proto__":{}}', 'CALL_ARGS_KEY'],
  ['{"action":"list","limit":9007199254740993}', 'CALL_ARGS_NUMBER'],
  ['{"action":"add","text":"\\ud83d"}', 'CALL_ARGS_TEXT'],
  ['{"action":"list","limit":99}', 'CALL_ARGS_SCHEMA'],
  ['{"action":"list","extra":1}', 'CALL_ARGS_SCHEMA'],
  ['{"action":"burn"}', 'CALL_ARGS_SCHEMA'],
  ['', 'CALL_ARGS_SCHEMA'],
  ['[1]', 'CALL_ARGS_NOT_OBJECT'],
])('W5, W6: %s is refused with %s and nothing runs', (text, code) => {
  expect(plan([['notes', text]])[0]).toMatchObject({ state: 'invalid', policy: { code } })
})

test.each(['Notes', 'notes ', 'note​s', 'core:notes', 'constructor', '__proto__', ''])(
  'R1: the name %j is no tool, and the model is told which exist (B111, B114)',
  name => {
    const [unknown] = plan([[name, '{}']])
    expect(unknown).toMatchObject({ state: 'invalid', tool: null, policy: { code: 'CALL_UNKNOWN_TOOL' } })
    expect(unknown?.refusal?.told).toContain('notes')
  },
)

test('B112: a tool that is switched off for the agent is said to be off', () => {
  expect(plan([['mail', '{}']])[0]).toMatchObject({ state: 'invalid', policy: { code: 'CALL_DISABLED' } })
})

test('B120: of 500 calls in one turn 32 are looked at, the rest is answered', () => {
  const calls = plan(Array.from({ length: 500 }, () => ['notes', '{"action":"list"}'] as [string, string]))
  expect(calls.filter(call => call.state === 'ready')).toHaveLength(32)
  expect(calls.filter(call => call.policy.code === 'TOO_MANY_CALLS')).toHaveLength(468)
})

test('W5, T4: a turn that was cut off at the output limit runs nothing', () => {
  const calls = plan([['notes', '{"action":"list"}']], { stopReason: 'length' })
  expect(calls[0]).toMatchObject({ state: 'invalid', policy: { code: 'CALL_CUT_OFF' } })
})

test.each(['stop', 'unknown', 'filter', 'refusal'] as const)(
  'T4: calls are honoured though the stop reason says %s (B122, H6)',
  stopReason => {
    expect(plan([['notes', '{"action":"list"}']], { stopReason })[0]).toMatchObject({ state: 'ready' })
  },
)
