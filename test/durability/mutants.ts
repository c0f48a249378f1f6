import type { Plugin } from 'vite'

export interface Mutant {
  /** The rule of 7-safety 2.2 that is taken away. */
  readonly rule: string
  readonly file: string
  readonly changes: readonly (readonly [from: string, to: string])[]
  /** What the suite then has to say. */
  readonly broken: RegExp
}

export const MUTANTS: readonly Mutant[] = [
  {
    rule: '(2) `started` is stored before the tool hears of the call',
    file: 'src/main/orchestrator/call-executor.ts',
    changes: [
      ["if (!this.journal.calls.move(call, 'ready', 'started', change)) return null", ''],
      [
        "const inside = () => this.faults.at('F15')",
        "const inside = () => this.faults.at('F15'); this.journal.calls.move(call, 'ready', 'started')",
      ],
    ],
    broken: /repeated/,
  },
  {
    rule: '(3) a call that ran and may have changed something is not run again by itself',
    file: 'src/main/orchestrator/recovery.ts',
    changes: [['if (call.idempotent)', 'if (true)']],
    broken: /repeated/,
  },
  {
    rule: '(5) a decision counts only for what was shown',
    file: 'src/main/orchestrator/decisions.ts',
    changes: [
      ['if (call.revision !== decision.revision)', 'if (false)'],
      ['if (call.argsSha256 !== decision.args_sha256)', 'if (false)'],
    ],
    broken: /decisions lost or changed/,
  },
]

/** The build of an app without the rule. */
export function without({ file, changes }: Mutant): Plugin {
  return {
    name: 'spora:mutant',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(file)) return null
      return changes.reduce((text, [from, to]) => {
        if (text.split(from).length !== 2) throw new Error(`${file} does not say exactly once: ${from}`)
        return text.replace(from, () => to)
      }, code)
    },
  }
}
