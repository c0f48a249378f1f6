import type { ContractClient } from '../api/instance-client.ts'

export interface CommandInput {
  readonly client: ContractClient
  /** What stands after the command's own words. */
  readonly operands: readonly string[]
  readonly flags: {
    readonly agent?: string | undefined
    readonly dialect?: string | undefined
    readonly yes?: boolean | undefined
    readonly copy?: boolean | undefined
    readonly replace?: boolean | undefined
    readonly 'drop-data'?: boolean | undefined
  }
  print(line: string): void
}

/** Answers the exit code. */
export type Command = (input: CommandInput) => Promise<number>
