import type { JsonValue, ToolMetadata } from '@spora/sdk'
import type { AllowRules } from '../../net/guarded-fetch/allow-rules.ts'

/*
 * What crosses between the app and a plugin's process. To the process: messages of the channel it was forked with. Back:
 * frames on its standard output (frames.ts), so that a process that talks too much waits for its reader.
 */

export type Arguments = Readonly<Record<string, JsonValue>>

export interface PrincipalData {
  readonly ownerUserId: number | null
  readonly runnerUserId: number | null
  readonly principalId: number
  readonly type: 'user' | 'group'
  readonly resolvable: boolean
}

export interface ExecuteParams {
  readonly tool: string
  readonly arguments: Arguments
  readonly agentId: number
  readonly taskId: number | null
  readonly callId: string
  readonly principal: PrincipalData
  readonly settings: Arguments
  readonly allow: AllowRules
}

/** Method to what it is given and what it answers. */
export interface HostMethods {
  /** Imports the plugin and builds its tools. */
  load: {
    params: { readonly main: string; readonly net: readonly string[] }
    result: { readonly name: string | null; readonly tools: number }
  }
  /** Every tool's declaration, the good and the bad; the folders of skills and agent templates it names. */
  describe: { params: Record<string, never>; result: DescribedPlugin }
  describe_action: {
    params: { readonly tool: string; readonly arguments: Arguments }
    result: { readonly text: string }
  }
  execute: { params: ExecuteParams; result: ExecuteResult }
  /** Whether it still listens. */
  ping: { params: Record<string, never>; result: Record<string, never> }
  shutdown: { params: Record<string, never>; result: Record<string, never> }
}
export type HostMethod = keyof HostMethods

export interface DescribedPlugin {
  readonly tools: readonly DescribedTool[]
  readonly folders: { readonly skillPaths: NamedFolders; readonly agentTemplatePaths: NamedFolders }
}

/** What a hook gave; `problem` when that is no list of texts. */
export interface NamedFolders {
  readonly paths: readonly string[]
  readonly problem: string | null
}

export interface DescribedTool {
  readonly className: string
  /** Null when the declaration is wrong. */
  readonly metadata: ToolMetadata | null
  /** As far as known, for the report. */
  readonly name: string
  readonly displayName: string | null
  readonly icon: string | null
  readonly operations: number
  readonly problems: readonly { readonly code: string; readonly message: string }[]
}

export interface ExecuteResult {
  readonly success: boolean
  readonly content: string
  readonly data: JsonValue
}

export type HostRequest =
  | {
      readonly [M in HostMethod]: { readonly method: M; readonly id: number; readonly params: HostMethods[M]['params'] }
    }[HostMethod]
  /** The call with this id is not wanted any more. */
  | { readonly method: 'abort'; readonly id: number; readonly reason: string }

export interface HostError {
  readonly code: string
  readonly message: string
  readonly stack: string | null
}

export type HostFrame =
  /** The first frame: the host runs and takes requests. */
  | { readonly type: 'ready'; readonly protocol: number }
  | { readonly type: 'result'; readonly id: number; readonly result: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: HostError }
  /** A piece of a long frame's JSON; `last` completes it. */
  | { readonly type: 'part'; readonly id: number; readonly text: string; readonly last: boolean }
  | { readonly type: 'progress'; readonly id: number; readonly fraction: number | null; readonly text: string }
  /** A host was asked for; once per host and answer. */
  | { readonly type: 'host'; readonly host: string; readonly allowed: boolean }
  /** Said just before the process ends itself. */
  | { readonly type: 'dying'; readonly code: string; readonly reason: string; readonly stack: string | null }

export const PROTOCOL = 1
/** Characters of one part: a frame stays under its limit whatever the characters are. */
export const PART_CHARACTERS = 150_000
export const RESULT_LIMIT = 16_000_000
/** First character of a line on standard error that is ordinary output rather than an error. */
export const INFO_MARK = '\u0002'
