import { defineTool, ToolResult } from '@spora/sdk'
import { expect, test } from 'vitest'
import { keyOperation } from '../../shared/key-operation.ts'
import { KnownSecrets } from '../text/known-secrets.ts'
import { describeCall } from './describe-call.ts'
import { hideSecrets } from './hide-secrets.ts'
import { registerBuiltin } from './register-builtin.ts'

const PRIVATE = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\nAAAA\n-----END OPENSSH PRIVATE KEY-----'
const KEYS = ['sk-proj-abcdefghijklmnopqrst', `AIza${'a'.repeat(35)}`, `ghp_${'b'.repeat(36)}`, 'AKIAIOSFODNN7EXAMPLE']
const OWN = 'hunter2-of-this-app'
const TEXT = `# .env\n${KEYS.join('\n')}\n${PRIVATE}\npassword=${OWN}\nThe end.`

const Files = defineTool({
  name: 'files',
  description: 'Reads files.',
  operations: {
    read: {
      description: 'Reads one.',
      describe: () => 'Read',
      execute: () => ToolResult.ok(TEXT, { lines: TEXT.split('\n'), whole: { text: TEXT } }),
    },
  },
})

async function answer(mayShowKeys: (operation: string) => boolean): Promise<string> {
  const secrets = new KnownSecrets()
  secrets.add(OWN)
  const tool = registerBuiltin(new Files())
  const hiding = hideSecrets(tool, secrets, (toolClass, operation) => mayShowKeys(keyOperation(toolClass, operation)))
  const outcome = await hiding.runner.execute({
    arguments: {},
    operation: 'read',
    agentId: 1,
    taskId: 1,
    callId: 'a',
    principal: { ownerUserId: 1, runnerUserId: 1, principalId: 1, type: 'user', isResolvable: () => true },
    settings: {},
    signal: new AbortController().signal,
    timeoutMs: 1_000,
    progress: () => {},
  })
  return JSON.stringify(outcome)
}

test('L7: keys of anybody in what a tool answers are hidden, in the text and in the data', async () => {
  const said = await answer(() => false)
  for (const key of [...KEYS, 'b3BlbnNzaC1rZXk', OWN]) expect(said).not.toContain(key)
  expect(said).toContain('[key hidden]')
  expect(said).toContain('# .env')
  expect(said).toContain('The end.')
})

test('L7: an operation may be let: its keys are shown, the app’s own secrets never', async () => {
  const said = await answer(operation => operation === 'core/Files read' || operation.endsWith(' read'))
  for (const key of [...KEYS, 'b3BlbnNzaC1rZXk']) expect(said).toContain(key)
  expect(said).not.toContain(OWN)
})

test('D8: what a tool is asked otherwise goes to it as before: its process is waited for, its line is its own', async () => {
  const tool = registerBuiltin(new Files())
  const started: string[] = []
  const ready = async () => void started.push('ready')
  const hiding = hideSecrets({ ...tool, runner: { ...tool.runner, ready } }, new KnownSecrets(), () => false)
  expect(Object.keys(hiding.runner).sort()).toEqual(['describe', 'execute', 'ready'])
  expect(await describeCall(hiding, 'read', {})).toBe('Read')
  expect(started).toEqual(['ready'])
})
