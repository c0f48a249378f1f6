import type { JsonValue } from '@spora/sdk'
import type { RegisteredTool } from '../tools/registered-tool.ts'

export interface SettingOption {
  readonly value: JsonValue
  readonly label: string
  readonly description: string | null
}

/** What settings need to know of the rest of the app; compose passes it in, so that settings import nothing above. */
export interface SettingLookups {
  /** The user whose settings count for an agent (D9). Null when none can be found. */
  agentOwner(agentId: number): number | null
  /** Null when there is no such agent of this user. */
  agentName(agentId: number, userId: number | null): string | null
  /** Null when there is no such skill. */
  skill(name: string): { readonly name: string; readonly description: string } | null
  /** What a multi-select with this data source offers; null when nothing answers there. */
  options(dataSource: string, userId: number | null): readonly SettingOption[] | null
  /** A tool that is not registered now but still known: its settings can be seen and changed. */
  absentTool?(toolClass: string): RegisteredTool | undefined
}
