import type { AgentStore } from '../agents/agent-store.ts'
import type { ToolActivation } from '../agents/tool-activation.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { DriverFactory } from '../models/driver-factory.ts'
import type { ModelConfigStore } from '../models/model-config-store.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import type { Database } from '../storage/database.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import type { Faults } from './faults.ts'
import type { RuntimeLimits } from './limits.ts'

/** What the orchestrator is built from; compose hands it in. */
export interface OrchestratorParts {
  readonly database: Database
  readonly events: EventBus
  readonly registry: ToolRegistry
  readonly config: ToolConfigService
  readonly activation: ToolActivation
  readonly agents: AgentStore
  readonly drivers: Pick<DriverFactory, 'driverFor'>
  readonly models: Pick<ModelConfigStore, 'info' | 'configFor' | 'thatCallTools'>
  /** Tools of the runtime itself, offered where they are of use: `read_result`. */
  readonly ownTools?: readonly RegisteredTool[]
  readonly limits?: Partial<RuntimeLimits>
  readonly faults?: Faults
}
