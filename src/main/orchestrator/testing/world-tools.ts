import { defineTool, ToolResult } from '@spora/sdk'

/** Tools whose effects a test can count. `effects` stands for the world outside the app. */
export function worldTools() {
  const effects: string[] = []
  /** Calls of `slow.wait` stand here until a test lets them go. */
  const gates = new Map<string, () => void>()

  const Lookup = defineTool({
    name: 'lookup',
    description: 'Looks something up.',
    operations: {
      find: {
        description: 'Finds a word.',
        effect: 'none',
        requiresApprovalByDefault: false,
        parameters: { word: { type: 'string', description: 'The word.' } },
        describe: ({ word }) => `Look up “${word}”`,
        execute: ({ word }) => {
          effects.push(`find ${word}`)
          return ToolResult.ok(`${word} means something.`)
        },
      },
    },
  })

  const Mail = defineTool({
    name: 'mail',
    description: 'Sends mail.',
    displayName: 'Mail',
    settings: [{ key: 'signature', label: 'Signature', type: 'text' }],
    operations: {
      send: {
        description: 'Sends a message.',
        parameters: {
          to: { type: 'string', description: 'Whom.' },
          copies: { type: 'integer', description: 'How many.', default: 1, minimum: 1, maximum: 9 },
          more: { type: 'object', description: 'Anything else.', required: false },
        },
        describe: ({ to }) => `Send mail to ${to}`,
        execute: (args, _agent, _task, context) => {
          effects.push(`send ${context.callId} ${JSON.stringify(args)}`)
          return ToolResult.ok(`Sent to ${args.to}.`, { to: String(args.to) })
        },
      },
      erase: {
        description: 'Erases the mailbox.',
        effect: 'destructive',
        describe: () => 'Erase the mailbox',
        execute: () => {
          effects.push('erase')
          return ToolResult.ok('Erased.')
        },
      },
    },
  })

  const Slow = defineTool({
    name: 'slow',
    description: 'Takes its time.',
    operations: {
      wait: {
        description: 'Waits until it is let go.',
        requiresApprovalByDefault: false,
        parameters: { name: { type: 'string', description: 'Its name.' } },
        describe: ({ name }) => `Wait as ${name}`,
        execute: async ({ name }, _agent, _task, context) => {
          effects.push(`begin ${name}`)
          context.progress(0.5, 'half')
          await new Promise<void>((resolve, reject) => {
            gates.set(String(name), resolve)
            context.signal.addEventListener('abort', () => reject(new Error('stopped')))
          })
          effects.push(`end ${name}`)
          return ToolResult.ok(`${name} is through.`)
        },
      },
      watch: {
        description: 'Waits like `wait`, but changes nothing.',
        effect: 'none',
        requiresApprovalByDefault: false,
        parameters: { name: { type: 'string', description: 'Its name.' } },
        describe: ({ name }) => `Watch as ${name}`,
        execute: async ({ name }, _agent, _task, context) => {
          effects.push(`watch ${context.callId}`)
          await new Promise<void>(resolve => gates.set(String(name), resolve))
          return ToolResult.ok('Seen.')
        },
      },
      fail: {
        description: 'Fails.',
        requiresApprovalByDefault: false,
        describe: () => 'Fail',
        execute: () => ToolResult.fail('It did not work.'),
      },
      blow: {
        description: 'Throws.',
        requiresApprovalByDefault: false,
        describe: () => {
          throw new Error('no words')
        },
        execute: () => {
          throw new Error('bang')
        },
      },
    },
  })

  return { effects, gates, classes: [Lookup, Mail, Slow] }
}
