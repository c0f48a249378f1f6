import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../storage/migrations/index.ts'
import { openDatabase } from '../storage/open-database.ts'
import { sha256 } from '../tools/canonical-json.ts'
import { Journal } from './journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-older-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const AT = '2026-03-04T05:06:07.089Z'
const SCHEMA = '{"type":"object","properties":{"to":{"type":"string"},"a":{"type":"string"}}}'
const POLICY = '{"verdict":"ask","decided_by":"declared_default","text":"Asks: the tool\'s default."}'

test('R8: chats, calls and decisions of a version before shared texts read the same after the update', () => {
  const file = join(folder, 'spora.db')
  const older = openDatabase(file, { migrations: migrations.slice(0, 4) })
  const call = older.sqlite.prepare(`
    INSERT INTO tool_calls (id, task_id, agent_id, step, ordinal, tool_class, tool_name, operation, operation_description,
      tool_fingerprint, effect, idempotent, human_description, parameter_schema, arguments_text, args_canonical, args_sha256,
      revision, coerced, policy, state, attempt, boot_id, created_at, started_at, finished_at)
    VALUES (@id, 1, 1, 1, @ordinal, 'core/Mail', 'mail', 'send', 'Sends.', @print, 'write', 0, 'Send', @schema, @written,
      @canonical, @hash, 1, '["/to"]', @policy, @state, 1, @boot, @at, @started, NULL)`)
  older.sqlite.exec(`
    INSERT INTO agents (id, principal_id, name, description, system_prompt, max_steps, allow_followup, retry_after_minutes, max_retries, archived, created_at, updated_at)
      VALUES (1, 1, 'A', '', '', 10, 1, 0, 0, 0, '${AT}', '${AT}');
    INSERT INTO tasks (id, agent_id, title, user_prompt, status, step_count, max_steps, created_at, updated_at)
      VALUES (1, 1, 't', 'p', 'PENDING_APPROVAL', 1, 10, '${AT}', '${AT}');
    INSERT INTO task_history (task_id, sequence, step, role, content, provider, provider_data, usage, created_at)
      VALUES (1, 1, 1, 'assistant', 'Two letters.', 'openai_compatible https://models.example', '{"x":1}',
        '{"inputTokens":7,"outputTokens":5,"reasoningTokens":3,"cachedTokens":1}', '${AT}');`)
  const row = { print: 'f', schema: SCHEMA, policy: POLICY, boot: null, started: null, at: AT }
  const written = '{ "to": "Ada" }'
  const canonical = '{"to":"Ada"}'
  call.run({ ...row, id: 'c0', ordinal: 0, written, canonical, hash: sha256(canonical), state: 'awaiting' })
  call.run({
    ...row,
    id: 'c1',
    ordinal: 1,
    written: canonical,
    canonical,
    hash: sha256(canonical),
    state: 'started',
    boot: 'b',
    started: AT,
  })
  call.run({
    ...row,
    id: 'c2',
    ordinal: 2,
    written: canonical,
    canonical,
    hash: 'damaged',
    state: 'ready',
    print: null,
    schema: null,
  })
  older.sqlite.exec(`
    INSERT INTO decisions VALUES ('d', 'c1', 'approve', '${sha256(canonical)}', 1, 'f', NULL, 1, '${AT}');
    INSERT INTO task_history (task_id, sequence, step, role, content, call_id, created_at) VALUES (1, 2, 1, 'tool', 'Sent.', 'c0', '${AT}');`)
  older.close()

  const database = openDatabase(file)
  const journal = new Journal(database)
  const common = {
    operationDescription: 'Sends.',
    coerced: ['/to'],
    policy: JSON.parse(POLICY),
    argsCanonical: canonical,
    createdAt: AT,
    finishedAt: null,
  }
  const named = { ...common, toolFingerprint: 'f', parameterSchema: SCHEMA, argsSha256: sha256(canonical) }
  expect(journal.calls.ofTask(1)).toMatchObject([
    { ...named, id: 'c0', argumentsText: written, state: 'awaiting', startedAt: null, bootId: null },
    { ...named, id: 'c1', argumentsText: canonical, state: 'started', startedAt: AT, bootId: 'b' },
    // A hash that was none still matches nothing, so that the call is refused.
    { ...common, id: 'c2', toolFingerprint: null, parameterSchema: null, argsSha256: '0'.repeat(64) },
  ])
  expect(journal.history.ofTask(1)).toMatchObject([
    {
      content: 'Two letters.',
      provider: 'openai_compatible https://models.example',
      providerData: { x: 1 },
      usage: { inputTokens: 7, outputTokens: 5, reasoningTokens: 3, cachedTokens: 1 },
      createdAt: AT,
    },
    { content: 'Sent.', callId: 'c0', provider: null, usage: null, createdAt: AT },
  ])
  expect(journal.calls.decisionOf('c1')).toMatchObject({ verdict: 'approve', argsSha256: sha256(canonical) })
  expect(() => database.sqlite.exec('DELETE FROM decisions')).toThrow('append-only')
  database.close()
})

test('R1: a text whose transaction is undone is stored anew, and its number is nobody else’s', () => {
  const database = openDatabase(join(folder, 'spora.db'))
  const journal = new Journal(database)
  const { texts } = journal.history
  let undone = 0
  expect(() =>
    database.transaction(() => {
      undone = texts.idOf('first')
      expect(texts.textOf(undone)).toBe('first')
      throw new Error('no')
    }),
  ).toThrow('no')
  const second = database.transaction(() => texts.idOf('second'))
  expect(second).toBe(undone) // the number is free again
  expect(texts.textOf(second)).toBe('second')
  expect(database.transaction(() => texts.idOf('first'))).not.toBe(second)
  expect(database.transaction(() => texts.idOf('second'))).toBe(second)
  database.close()
})
