import type { ToolInstance } from '@spora/sdk'
import type { AgentServices } from './agent/agent-services.ts'
import { AgentTool } from './agent/agent-tool.ts'
import { CalculatorTool } from './calculator/calculator-tool.ts'
import type { HandoverServices } from './handover/handover-services.ts'
import { HandoverTool } from './handover/handover-tool.ts'
import { GlobalMemoryTool } from './memory/global-memory-tool.ts'
import type { MemoryShelf } from './memory/memory-shelf.ts'
import { MemoryTool } from './memory/memory-tool.ts'
import type { ReadUrlServices } from './read-url/read-url-services.ts'
import { ReadUrlTool } from './read-url/read-url-tool.ts'
import type { SkillServices } from './skill/skill-services.ts'
import { SkillTool } from './skill/skill-tool.ts'
import type { TimeServices } from './time/time-services.ts'
import { TimeTool } from './time/time-tool.ts'
import type { UserInfoServices } from './user-info/user-facts.ts'
import { UserInfoTool } from './user-info/user-info-tool.ts'

/** What the core tools need from the app. */
export interface BuiltinServices {
  readonly time: TimeServices
  readonly readUrl: ReadUrlServices
  readonly memory: MemoryShelf
  readonly userInfo: UserInfoServices
  readonly agent: AgentServices
  readonly skill: SkillServices
  readonly handover: HandoverServices
}

/** Every core tool, ready to be registered, in the order of the tools screen. */
export function builtinTools(services: BuiltinServices): readonly ToolInstance[] {
  return [
    new CalculatorTool(),
    new TimeTool(services.time),
    new ReadUrlTool(services.readUrl),
    new UserInfoTool(services.userInfo),
    new MemoryTool(services.memory),
    new GlobalMemoryTool(services.memory),
    new AgentTool(services.agent),
    new SkillTool(services.skill),
    new HandoverTool(services.handover),
  ]
}
