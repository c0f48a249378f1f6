import initial from './0001-initial.sql?raw'
import peopleAndMemories from './0002-people-and-memories.sql?raw'
import agentNotesAndChildren from './0003-agent-notes-and-children.sql?raw'
import rulesAndChildren from './0004-rules-and-children.sql?raw'
import compactCalls from './0005-compact-calls.sql?raw'
import callOutcomes from './0006-call-outcomes.sql?raw'
import cost from './0007-cost.sql?raw'
import modelFindings from './0008-model-findings.sql?raw'
import cacheWrites from './0009-cache-writes.sql?raw'
import chatNumbers from './0010-chat-numbers.sql?raw'
import numbersOfAgents from './0011-numbers-of-agents.sql?raw'
import choicesForAnEffect from './0012-choices-for-an-effect.sql?raw'
import numbersOfModels from './0013-numbers-of-models.sql?raw'

/** In order; the database's `user_version` says how many of them it has had. A released one never changes. */
export const migrations: readonly string[] = [
  initial,
  peopleAndMemories,
  agentNotesAndChildren,
  rulesAndChildren,
  compactCalls,
  callOutcomes,
  cost,
  modelFindings,
  cacheWrites,
  chatNumbers,
  numbersOfAgents,
  choicesForAnEffect,
  numbersOfModels,
]

/**
 * Of everything these migrations make together, so that a start knows its own tables without making them once more beside
 * them. unexpected-objects.test.ts says what stands here after a new migration.
 */
export const SCHEMA_SHA256 = 'e1487f07721bfb1c479b2dc56bb2f7f5a228b922d63cdca7997584d0febedf21'
