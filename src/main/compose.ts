import { join } from 'node:path'
import { keyOperation } from '../shared/key-operation.ts'
import { AgentBuilder } from './agents/agent-builder.ts'
import { AgentNotes } from './agents/agent-notes.ts'
import { AgentStore } from './agents/agent-store.ts'
import { AgentViews } from './agents/agent-views.ts'
import { StarterService } from './agents/starter-service.ts'
import { ToolActivation } from './agents/tool-activation.ts'
import { ToolData } from './agents/tool-data.ts'
import { ToolViews } from './agents/tool-views.ts'
import type { AppServices } from './api/app-services.ts'
import { router as apiRouter } from './api/router.ts'
import { builtinTools } from './builtin/index.ts'
import { ReadResultTool } from './builtin/read-result/read-result-tool.ts'
import { pageConverter } from './builtin/read-url/convert-page.ts'
import { EventBus } from './events/event-bus.ts'
import { createLogger } from './log/create-logger.ts'
import { DriverFactory } from './models/driver-factory.ts'
import { type ProxyLookup, proxies, proxyPasswords } from './models/http/proxies.ts'
import { ModelConfigStore } from './models/model-config-store.ts'
import { namedHost } from './net/guarded-fetch/allow-rules.ts'
import { lazyPageFetcher } from './net/lazy-page-fetcher.ts'
import { Notifier } from './notifications/notifier.ts'
import { TaskService } from './orchestrator/task-service.ts'
import { memoryShelf } from './people/memory-shelf.ts'
import { MemoryStore } from './people/memory-store.ts'
import { ProfileStore } from './people/profile-store.ts'
import { userFacts } from './people/user-facts.ts'
import type { Brought } from './plugins/brought-folders.ts'
import { PluginService } from './plugins/plugin-service.ts'
import type { ForkHost } from './plugins/process/fork-host.ts'
import type { Enforced } from './plugins/review-of.ts'
import { PreferencesStore } from './settings/preferences-store.ts'
import { rememberingVault } from './settings/remembering-vault.ts'
import { ToolConfigService } from './settings/tool-config-service.ts'
import type { Vault } from './settings/vault.ts'
import type { Shell } from './shell.ts'
import { isUsable } from './skills/skill.ts'
import { SkillLibrary } from './skills/skill-library.ts'
import { skillShelf } from './skills/skill-shelf.ts'
import { BackupKeeper } from './storage/backup-keeper.ts'
import { databaseFile } from './storage/data-folder.ts'
import { openDatabase } from './storage/open-database.ts'
import { OPERATOR_USER_ID } from './storage/operator.ts'
import { restoreAsAsked } from './storage/restore.ts'
import { TemplateLibrary } from './templates/template-library.ts'
import { TemplateService } from './templates/template-service.ts'
import { KnownSecrets } from './text/known-secrets.ts'
import { hideSecrets } from './tools/hide-secrets.ts'
import { registerBuiltin } from './tools/register-builtin.ts'
import { ToolRegistry } from './tools/tool-registry.ts'

export interface ComposeOptions {
  /** Exists and can be written (prepareDataFolder). */
  readonly dataFolder: string
  /** The build: what runs in threads of its own stands in it. */
  readonly outFolder: string
  /** The app's own plugins. */
  readonly pluginsFolder: string
  /** The app's own skills and agent templates. */
  readonly skillsFolder: string
  readonly templatesFolder: string
  readonly vault: Vault
  readonly forkHost: ForkHost
  /** What `forkHost` really holds back; the review sheet says so. */
  readonly enforces: Enforced
  readonly shell: Shell
  /** The system's own settings; the environment's come before them. */
  readonly systemProxy?: ProxyLookup
  readonly version: string
}

/** The whole program, built by hand, in order. Throws a SporaError when the data folder cannot be used. */
export function compose(options: ComposeOptions) {
  const { dataFolder, shell } = options
  const secrets = new KnownSecrets()
  const vault = rememberingVault(options.vault, secrets)
  const log = createLogger(join(dataFolder, 'logs'), { hide: text => secrets.hide(text) })
  const notices = restoreAsAsked(dataFolder)
  const database = openDatabase(databaseFile(dataFolder))
  const events = new EventBus()
  const noticesChanged = () => events.changed('preferences')
  database.onNotice(noticesChanged)
  const backups = new BackupKeeper({ database, onError: error => log.error(error), onNotice: noticesChanged })
  const registry = new ToolRegistry(tool =>
    hideSecrets(tool, secrets, (toolClass, operation) =>
      preferences.get().key_operations.includes(keyOperation(toolClass, operation)),
    ),
  )

  const config: ToolConfigService = new ToolConfigService({
    database,
    registry,
    vault,
    events,
    lookups: {
      agentOwner: id => agents.owner(id).ownerUserId,
      agentName: (id, userId) => agents.nameFor(id, userId),
      skill: name => skills.find(name),
      options: source =>
        /^\/?agents\b/.test(source)
          ? agents.list().map(({ id, name, description }) => ({ value: id, label: `${name} (#${id})`, description }))
          : /^\/?skills\b/.test(source)
            ? skills
                .list()
                .filter(isUsable)
                .map(({ name, description }) => ({ value: name, label: name, description }))
            : null,
      absentTool: toolClass => plugins.absentTools().find(({ tool }) => tool.toolClass === toolClass)?.tool,
    },
  })
  /** Folders of this kind: the app's own, the operator's, those of the plugins that are on. */
  const foldersOf = (own: string, kind: Brought) => [
    { source: 'core', folder: own },
    { source: 'user', folder: join(dataFolder, kind) },
    ...plugins
      .folders(kind)
      .map(({ slug, path, folder }) => ({ source: slug, folder, ...(path === kind ? {} : { path }) })),
  ]
  const skills = new SkillLibrary(() => foldersOf(options.skillsFolder, 'skills'))
  const agents = new AgentStore({ database, events, config })
  const activation = new ToolActivation({ database, events, registry, config, agents })
  const notes = new AgentNotes({ database, events, agents })
  const profiles = new ProfileStore(database, events)
  const memories = new MemoryStore(database, events)
  const named = () => preferences.get().reachable_hosts
  const core = builtinTools({
    // The one user sits in front of this computer, so its zone is the user's.
    time: { now: Date.now, timeZoneOf: () => Intl.DateTimeFormat().resolvedOptions().timeZone },
    readUrl: {
      fetchPage: lazyPageFetcher({ userAgent: `SporaDesktop/${options.version}`, named }),
      isNamed: url => namedHost(url, named()) !== undefined,
      convert: pageConverter(join(options.outFolder, 'main/page-worker.js')),
    },
    memory: memoryShelf(memories),
    userInfo: { factsOf: userId => userFacts(profiles.get(userId)) },
    agent: new AgentBuilder({ database, registry, config, agents, activation, notes }),
    skill: skillShelf(skills),
    handover: {
      agentName: id => agents.nameFor(id, OPERATOR_USER_ID),
      handOver: delegation => tasks.handOver(delegation),
      startSubAgent: delegation => tasks.startSubAgent(delegation),
    },
  })
  registry.register(core.map(instance => registerBuiltin(instance)))

  const models = new ModelConfigStore({ database, vault, events })
  for (const password of proxyPasswords(process.env)) secrets.add(password)
  const drivers = new DriverFactory(models, proxies(process.env, options.systemProxy))
  const plugins: PluginService = new PluginService({
    database,
    registry,
    events,
    toolData: new ToolData({ database, events, config, activation, others: () => [tasks.rules, preferences] }),
    forkHost: options.forkHost,
    enforces: options.enforces,
    dataFolder,
    shippedFolder: options.pluginsFolder,
    onError: error => log.error(database.known(error)),
  })
  const tasks: TaskService = new TaskService({
    database,
    events,
    registry,
    config,
    activation,
    agents,
    drivers,
    models,
    ownTools: [
      registerBuiltin(new ReadResultTool({ resultText: (taskId, handle) => tasks.resultText(taskId, handle) })),
    ],
  })
  const modelOf = ({ id }: { readonly id: number }) => {
    const configId = models.configFor(id)
    return configId === null ? null : models.info(configId)
  }
  const preferences = new PreferencesStore(database, events)

  const notifier = new Notifier({ events, chats: tasks, preferences, shell, logError: error => log.error(error) })

  const agentViews = new AgentViews({ database, agents, activation, modelOf, absentTools: () => plugins.absentTools() })
  const templates = new TemplateService({
    database,
    registry,
    config,
    agents,
    activation,
    notes,
    agentViews,
    library: new TemplateLibrary(() => foldersOf(options.templatesFolder, 'agent-templates')),
    hasSkill: name => skills.find(name) !== null,
    plugins: () => plugins.list().map(({ slug }) => slug),
    staysHere: agentId => [
      ...(memories.list({ agentId }).length > 0 ? ['Its memories.'] : []),
      ...(tasks.rules.list().some(({ agent }) => agent?.id === agentId)
        ? ['What you allowed for more than one call: it counts here only.']
        : []),
    ],
  })

  const services: AppServices = {
    database,
    events,
    registry,
    config,
    agents,
    notes,
    activation,
    agentViews,
    templates,
    skills,
    toolViews: new ToolViews({
      database,
      registry,
      config,
      agents,
      activation,
      absentTools: () => plugins.absentTools(),
      dialectFor: agentId => models.dialectFor(agentId),
    }),
    starters: new StarterService({ database, registry, agents, activation }),
    models,
    drivers,
    plugins,
    tasks,
    preferences,
    profiles,
    memories,
    backups,
    notices,
    vault,
    secrets,
    shell,
    version: options.version,
    dataFolder,
    logError: error => log.error(error),
  }

  return {
    router: apiRouter(services),
    /** For the command line, which names folders itself where a window would open a dialog. */
    commandRouter: apiRouter({ ...services, shell: { ...shell, chooseFolder: undefined } }),
    preferences,
    plugins,
    logError: services.logError,
    /** Offers the tools of plugins, takes up what the last start left, then runs. */
    async start(): Promise<void> {
      await plugins.start()
      if (database.lookOnly) return
      tasks.start()
      notifier.start()
      backups.start()
    },
    /** In this order, whatever one of them says: the folder must be free for the next start. */
    async close(): Promise<void> {
      notifier.stop()
      await tasks.stop().catch(services.logError)
      await plugins.stop().catch(services.logError)
      await backups.stop()
      database.close()
      log.close()
    },
  }
}

export type App = ReturnType<typeof compose>
