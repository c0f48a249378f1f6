import type { Effect, JsonValue } from '@spora/sdk'
import { blob, integer, primaryKey, real, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { hexBytes, instant, tokenCounts } from './column-types.ts'

/*
 * The tables as TypeScript sees them. The SQL migrations make them, with checks, indexes and triggers that are not
 * repeated here; schema.test.ts compares the columns of both.
 */

type JsonObject = Record<string, JsonValue>

const flag = (name: string) => integer(name, { mode: 'boolean' })
const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

export const users = sqliteTable('users', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: text('created_at').notNull(),
})

export const principals = sqliteTable('principals', {
  id: integer('id').primaryKey(),
  type: text('type', { enum: ['user', 'group'] }).notNull(),
})

export const principalMembers = sqliteTable(
  'principal_members',
  {
    principalId: integer('principal_id').notNull(),
    userId: integer('user_id').notNull(),
    role: text('role', { enum: ['owner', 'member'] }).notNull(),
    position: integer('position').notNull(),
  },
  table => [primaryKey({ columns: [table.principalId, table.userId] })],
)

export const preferences = sqliteTable('preferences', {
  userId: integer('user_id').primaryKey(),
  settings: json<JsonObject>('settings').notNull(),
})

export const llmDriverConfigurations = sqliteTable('llm_driver_configurations', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  driver: text('driver').notNull(),
  settings: json<JsonObject>('settings').notNull(),
  contextWindow: integer('context_window'),
  maxOutputTokens: integer('max_output_tokens'),
  isDefault: flag('is_default').notNull(),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
})

/** What was found out about a configuration's model; void once its settings have another hash. */
export const llmModelFindings = sqliteTable('llm_model_findings', {
  configId: integer('config_id').primaryKey(),
  settingsSha256: text('settings_sha256').notNull(),
  tools: text('tools', { enum: ['calls', 'ignores', 'refuses'] }),
  refused: json<string[]>('refused').notNull(),
})

export const agents = sqliteTable('agents', {
  id: integer('id').primaryKey(),
  principalId: integer('principal_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  systemPrompt: text('system_prompt').notNull(),
  maxSteps: integer('max_steps').notNull(),
  allowFollowup: flag('allow_followup').notNull(),
  retryAfterMinutes: integer('retry_after_minutes').notNull(),
  maxRetries: integer('max_retries').notNull(),
  llmConfigId: integer('llm_config_id'),
  archived: flag('archived').notNull(),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
  parentAgentId: integer('parent_agent_id'),
  template: json<JsonObject>('template'),
})

export const agentNotes = sqliteTable('agent_notes', {
  agentId: integer('agent_id').primaryKey(),
  content: text('content').notNull(),
  updatedAt: text('updated_at').notNull(),
})

export const agentWrites = sqliteTable('agent_writes', {
  callId: text('call_id').primaryKey(),
  agentId: integer('agent_id').notNull(),
  createdAt: text('created_at').notNull(),
})

export const toolConfigurations = sqliteTable('tool_configurations', {
  id: integer('id').primaryKey(),
  toolClass: text('tool_class').notNull().unique(),
  toolName: text('tool_name').notNull(),
  settings: json<JsonObject>('settings').notNull(),
  revision: integer('revision').notNull(),
  updatedAt: text('updated_at').notNull(),
})

export const toolUserSettings = sqliteTable(
  'tool_user_settings',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id').notNull(),
    toolClass: text('tool_class').notNull(),
    settings: json<JsonObject>('settings').notNull(),
    revision: integer('revision').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  table => [unique().on(table.userId, table.toolClass)],
)

export const agentToolOverrides = sqliteTable(
  'agent_tool_overrides',
  {
    id: integer('id').primaryKey(),
    agentId: integer('agent_id').notNull(),
    toolClass: text('tool_class').notNull(),
    settings: json<JsonObject>('settings').notNull(),
    revision: integer('revision').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  table => [unique().on(table.agentId, table.toolClass)],
)

export const agentTools = sqliteTable(
  'agent_tools',
  {
    agentId: integer('agent_id').notNull(),
    toolClass: text('tool_class').notNull(),
    toolName: text('tool_name').notNull(),
    createdAt: text('created_at').notNull(),
  },
  table => [primaryKey({ columns: [table.agentId, table.toolClass] })],
)

export const agentToolOperationOverrides = sqliteTable(
  'agent_tool_operation_overrides',
  {
    agentId: integer('agent_id').notNull(),
    toolClass: text('tool_class').notNull(),
    operation: text('operation').notNull(),
    enabled: flag('enabled'),
    requiresApproval: flag('requires_approval'),
    chosenFor: text('chosen_for').$type<Effect>(),
  },
  table => [primaryKey({ columns: [table.agentId, table.toolClass, table.operation] })],
)

export const tasks = sqliteTable('tasks', {
  id: integer('id').primaryKey(),
  agentId: integer('agent_id').notNull(),
  runnerUserId: integer('runner_user_id'),
  parentTaskId: integer('parent_task_id'),
  title: text('title').notNull(),
  userPrompt: text('user_prompt').notNull(),
  status: text('status', {
    enum: [
      'QUEUED',
      'RUNNING',
      'PENDING_APPROVAL',
      'AWAITING_SUB_AGENTS',
      'COMPLETED',
      'FAILED',
      'ABORTED',
      'CANCELLED',
    ],
  }).notNull(),
  stepCount: integer('step_count').notNull(),
  maxSteps: integer('max_steps').notNull(),
  llmConfigId: integer('llm_config_id'),
  finalResponse: text('final_response'),
  errorCode: text('error_code'),
  errorMessage: text('error_message'),
  errorRaw: text('error_raw'),
  data: json<JsonObject>('data').notNull().default({}),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
  /** How `parentTaskId` began it; null when a person did. */
  origin: text('origin', { enum: ['sub_agent', 'handover'] }),
  parentCallId: text('parent_call_id'),
  retryAt: text('retry_at'),
  retryCount: integer('retry_count').notNull().default(0),
  withoutTools: flag('without_tools').notNull().default(false),
})

/** One row: the highest number of a chat that was removed. */
export const removedChats = sqliteTable('removed_chats', {
  id: integer('id').primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

/** One row for each kind: the highest number of one that was removed. */
export const removedNumbers = sqliteTable('removed_numbers', {
  kind: text('kind').primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

/** What many rows say; they name it by number. */
export const sharedTexts = sqliteTable('shared_texts', {
  id: integer('id').primaryKey(),
  text: text('text').notNull().unique(),
})

export const taskHistory = sqliteTable(
  'task_history',
  {
    id: integer('id').primaryKey(),
    taskId: integer('task_id').notNull(),
    sequence: integer('sequence').notNull(),
    step: integer('step').notNull(),
    role: text('role', { enum: ['user', 'assistant', 'tool', 'summary', 'notice'] }).notNull(),
    content: text('content').notNull(),
    reasoning: text('reasoning').notNull().default(''),
    callId: text('call_id'),
    provider: integer('provider'),
    providerData: json<JsonValue>('provider_data'),
    usage: tokenCounts('usage'),
    createdAt: instant('created_at').notNull(),
    /** Only for `summary`: the last sequence it stands for. */
    summarizedTo: integer('summarized_to'),
    /** US dollars, when the model had prices. */
    cost: real('cost'),
    /** Of the input: what its provider wrote to a cache; null for none. */
    cacheWriteTokens: integer('cache_write_tokens'),
  },
  table => [unique().on(table.taskId, table.sequence)],
)

export const toolCalls = sqliteTable(
  'tool_calls',
  {
    id: text('id').primaryKey(),
    taskId: integer('task_id').notNull(),
    agentId: integer('agent_id').notNull(),
    step: integer('step').notNull(),
    ordinal: integer('ordinal').notNull(),
    providerCallId: text('provider_call_id'),
    toolClass: text('tool_class'),
    toolName: text('tool_name').notNull(),
    operation: text('operation'),
    operationDescription: integer('operation_description').notNull(),
    toolFingerprint: integer('tool_fingerprint'),
    effect: text('effect', { enum: ['none', 'write', 'destructive'] }).notNull(),
    idempotent: flag('idempotent').notNull(),
    humanDescription: text('human_description').notNull(),
    parameterSchema: integer('parameter_schema'),
    argumentsText: text('arguments_text').notNull(),
    /** Text, not JSON: its bytes are what the hash is over. Null: `argumentsText`, byte for byte. */
    argsCanonical: text('args_canonical'),
    argsSha256: hexBytes('args_sha256').notNull(),
    revision: integer('revision').notNull(),
    coerced: json<string[]>('coerced').notNull(),
    policy: integer('policy').notNull(),
    state: text('state', {
      enum: [
        'awaiting',
        'ready',
        'started',
        'succeeded',
        'failed',
        'rejected',
        'invalid',
        'cancelled',
        'outcome_unknown',
      ],
    }).notNull(),
    attempt: integer('attempt').notNull(),
    bootId: text('boot_id'),
    resultContent: text('result_content'),
    resultData: json<JsonValue>('result_data'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  table => [unique().on(table.taskId, table.step, table.ordinal)],
)

export const callRevisions = sqliteTable(
  'call_revisions',
  {
    callId: text('call_id').notNull(),
    revision: integer('revision').notNull(),
    argsCanonical: text('args_canonical').notNull(),
    argsSha256: text('args_sha256').notNull(),
    createdAt: text('created_at').notNull(),
  },
  table => [primaryKey({ columns: [table.callId, table.revision] })],
)

export const decisions = sqliteTable('decisions', {
  id: text('id').primaryKey(),
  callId: text('call_id').notNull().unique(),
  verdict: text('verdict', { enum: ['approve', 'reject'] }).notNull(),
  argsSha256: text('args_sha256').notNull(),
  revision: integer('revision').notNull(),
  toolFingerprint: text('tool_fingerprint'),
  reason: text('reason'),
  actorUserId: integer('actor_user_id'),
  createdAt: text('created_at').notNull(),
})

export const rules = sqliteTable('rules', {
  id: integer('id').primaryKey(),
  verdict: text('verdict', { enum: ['allow', 'deny'] }).notNull(),
  scope: text('scope', { enum: ['task', 'agent', 'always'] }).notNull(),
  taskId: integer('task_id'),
  agentId: integer('agent_id'),
  toolClass: text('tool_class').notNull(),
  toolName: text('tool_name').notNull(),
  operation: text('operation').notNull(),
  arguments: json<JsonObject>('arguments').notNull(),
  toolFingerprint: text('tool_fingerprint').notNull(),
  hits: integer('hits').notNull(),
  lastHitAt: text('last_hit_at'),
  callId: text('call_id'),
  actorUserId: integer('actor_user_id'),
  createdAt: text('created_at').notNull(),
  revokedAt: text('revoked_at'),
})

export const ruleSuspensions = sqliteTable(
  'rule_suspensions',
  {
    ruleId: integer('rule_id').notNull(),
    agentId: integer('agent_id').notNull(),
    createdAt: text('created_at').notNull(),
  },
  table => [primaryKey({ columns: [table.ruleId, table.agentId] })],
)

export const loopQuestions = sqliteTable('loop_questions', {
  callId: text('call_id').primaryKey(),
  taskId: integer('task_id').notNull(),
  repeats: integer('repeats').notNull(),
  createdAt: text('created_at').notNull(),
  answer: text('answer', { enum: ['continue', 'hint', 'stop'] }),
  answeredAt: text('answered_at'),
})

export const callOutcomes = sqliteTable('call_outcomes', {
  callId: text('call_id').primaryKey(),
  code: text('code').notNull(),
  text: text('text').notNull(),
})

export const callMedia = sqliteTable(
  'call_media',
  {
    callId: text('call_id').notNull(),
    position: integer('position').notNull(),
    mimeType: text('mime_type').notNull(),
    width: integer('width'),
    height: integer('height'),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  table => [primaryKey({ columns: [table.callId, table.position] })],
)

export const plugins = sqliteTable('plugins', {
  slug: text('slug').primaryKey(),
  mode: text('mode', { enum: ['shipped', 'link', 'copy'] }).notNull(),
  path: text('path').notNull(),
  digest: text('digest'),
  enabled: flag('enabled').notNull(),
  manifest: json<JsonObject>('manifest').notNull(),
  tools: json<JsonValue[]>('tools').notNull(),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
})

export const userProfiles = sqliteTable('user_profiles', {
  userId: integer('user_id').primaryKey(),
  name: text('name').notNull(),
  birthDate: text('birth_date'),
  about: text('about').notNull(),
  heightCm: real('height_cm'),
  weightKg: real('weight_kg'),
  shared: json<string[]>('shared').notNull(),
  revision: integer('revision').notNull(),
  updatedAt: text('updated_at').notNull(),
})

export const userLocations = sqliteTable('user_locations', {
  id: integer('id').primaryKey(),
  userId: integer('user_id').notNull(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  isDefault: flag('is_default').notNull(),
  position: integer('position').notNull(),
})

export const memories = sqliteTable('memories', {
  id: integer('id').primaryKey(),
  agentId: integer('agent_id'),
  userId: integer('user_id'),
  name: text('name').notNull(),
  summary: text('summary'),
  content: text('content').notNull(),
  position: integer('position').notNull(),
  revision: integer('revision').notNull(),
  createdAt: text('created_at').notNull(),
  updatedAt: text('updated_at').notNull(),
})
