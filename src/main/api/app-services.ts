import type { AgentNotes } from '../agents/agent-notes.ts'
import type { AgentStore } from '../agents/agent-store.ts'
import type { AgentViews } from '../agents/agent-views.ts'
import type { StarterService } from '../agents/starter-service.ts'
import type { ToolActivation } from '../agents/tool-activation.ts'
import type { ToolViews } from '../agents/tool-views.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { DriverFactory } from '../models/driver-factory.ts'
import type { ModelConfigStore } from '../models/model-config-store.ts'
import type { TaskService } from '../orchestrator/task-service.ts'
import type { MemoryStore } from '../people/memory-store.ts'
import type { ProfileStore } from '../people/profile-store.ts'
import type { PluginService } from '../plugins/plugin-service.ts'
import type { PreferencesStore } from '../settings/preferences-store.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import type { Vault } from '../settings/vault.ts'
import type { Shell } from '../shell.ts'
import type { SkillLibrary } from '../skills/skill-library.ts'
import type { BackupKeeper } from '../storage/backup-keeper.ts'
import type { Database } from '../storage/database.ts'
import type { StorageNotice } from '../storage/quarantine.ts'
import type { TemplateService } from '../templates/template-service.ts'
import type { KnownSecrets } from '../text/known-secrets.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'

/** What the handlers call. */
export interface AppServices {
  readonly database: Database
  readonly events: EventBus
  readonly registry: ToolRegistry
  readonly config: ToolConfigService
  readonly agents: AgentStore
  readonly notes: AgentNotes
  readonly templates: TemplateService
  readonly skills: SkillLibrary
  readonly activation: ToolActivation
  readonly agentViews: AgentViews
  readonly toolViews: ToolViews
  readonly starters: StarterService
  readonly models: ModelConfigStore
  readonly drivers: DriverFactory
  readonly plugins: PluginService
  readonly tasks: TaskService
  readonly preferences: PreferencesStore
  readonly profiles: ProfileStore
  readonly memories: MemoryStore
  readonly backups: BackupKeeper
  /** What the start had to say of the database. */
  readonly notices: readonly StorageNotice[]
  readonly vault: Vault
  /** What no answer may hold. */
  readonly secrets: KnownSecrets
  readonly shell: Shell
  readonly version: string
  readonly dataFolder: string
  readonly logError: (error: unknown) => void
}
