-- Times are ISO 8601 in UTC. Booleans are 0 or 1. JSON columns hold well-formed JSON. Ids are integers; calls and
-- decisions have text ids (UUIDv7), so that they can be made before they are stored.

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE principals (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL CHECK (type IN ('user', 'group'))
) STRICT;

CREATE TABLE principal_members (
  principal_id INTEGER NOT NULL REFERENCES principals (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
  position INTEGER NOT NULL,
  PRIMARY KEY (principal_id, user_id)
) STRICT;

CREATE TABLE preferences (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  settings TEXT NOT NULL CHECK (json_valid(settings))
) STRICT;

CREATE TABLE llm_driver_configurations (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  driver TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  context_window INTEGER,
  max_output_tokens INTEGER,
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX llm_driver_configurations_one_default ON llm_driver_configurations (is_default) WHERE is_default = 1;

CREATE TABLE agents (
  id INTEGER PRIMARY KEY,
  principal_id INTEGER NOT NULL REFERENCES principals (id),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  system_prompt TEXT NOT NULL,
  max_steps INTEGER NOT NULL,
  allow_followup INTEGER NOT NULL CHECK (allow_followup IN (0, 1)),
  retry_after_minutes INTEGER NOT NULL,
  max_retries INTEGER NOT NULL,
  llm_config_id INTEGER REFERENCES llm_driver_configurations (id) ON DELETE SET NULL,
  archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- The three stored layers of the settings cascade. `settings` maps key to value; a secret's value is a vault envelope.
CREATE TABLE tool_configurations (
  id INTEGER PRIMARY KEY,
  tool_class TEXT NOT NULL UNIQUE,
  tool_name TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  revision INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE tool_user_settings (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tool_class TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  revision INTEGER NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (user_id, tool_class)
) STRICT;

CREATE TABLE agent_tool_overrides (
  id INTEGER PRIMARY KEY,
  agent_id INTEGER NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  tool_class TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  revision INTEGER NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (agent_id, tool_class)
) STRICT;

-- A row here is what makes a tool enabled on an agent.
CREATE TABLE agent_tools (
  agent_id INTEGER NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  tool_class TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (agent_id, tool_class)
) STRICT;

-- NULL follows the operation's declared default.
CREATE TABLE agent_tool_operation_overrides (
  agent_id INTEGER NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  tool_class TEXT NOT NULL,
  operation TEXT NOT NULL,
  enabled INTEGER CHECK (enabled IN (0, 1)),
  requires_approval INTEGER CHECK (requires_approval IN (0, 1)),
  PRIMARY KEY (agent_id, tool_class, operation)
) STRICT;

CREATE TABLE tasks (
  id INTEGER PRIMARY KEY,
  agent_id INTEGER NOT NULL REFERENCES agents (id),
  runner_user_id INTEGER REFERENCES users (id),
  parent_task_id INTEGER REFERENCES tasks (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  user_prompt TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('QUEUED', 'RUNNING', 'PENDING_APPROVAL', 'AWAITING_SUB_AGENTS', 'COMPLETED', 'FAILED', 'ABORTED', 'CANCELLED')),
  step_count INTEGER NOT NULL,
  max_steps INTEGER NOT NULL,
  llm_config_id INTEGER REFERENCES llm_driver_configurations (id) ON DELETE SET NULL,
  final_response TEXT,
  error_code TEXT,
  error_message TEXT,
  error_raw TEXT,
  data TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX tasks_by_update ON tasks (updated_at);
CREATE INDEX tasks_open ON tasks (status) WHERE status IN ('QUEUED', 'RUNNING', 'PENDING_APPROVAL', 'AWAITING_SUB_AGENTS');
CREATE INDEX tasks_by_agent ON tasks (agent_id);

-- What was said, append-only. `provider_data` is opaque and replayed only to the driver named in `provider`.
CREATE TABLE task_history (
  id INTEGER PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  step INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool', 'summary', 'notice')),
  content TEXT NOT NULL,
  reasoning TEXT NOT NULL DEFAULT '',
  call_id TEXT REFERENCES tool_calls (id),
  provider TEXT,
  provider_data TEXT CHECK (provider_data IS NULL OR json_valid(provider_data)),
  usage TEXT CHECK (usage IS NULL OR json_valid(usage)),
  created_at TEXT NOT NULL,
  UNIQUE (task_id, sequence)
) STRICT;

-- The journal (rules J1-J4, P2). `arguments_text` is what the model wrote; `args_canonical` (RFC 8785) is what is shown,
-- decided and run.
CREATE TABLE tool_calls (
  id TEXT PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  agent_id INTEGER NOT NULL REFERENCES agents (id),
  step INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  provider_call_id TEXT,
  tool_class TEXT,
  tool_name TEXT NOT NULL,
  operation TEXT,
  operation_description TEXT NOT NULL,
  tool_fingerprint TEXT,
  effect TEXT NOT NULL CHECK (effect IN ('none', 'write', 'destructive')),
  idempotent INTEGER NOT NULL CHECK (idempotent IN (0, 1)),
  human_description TEXT NOT NULL,
  parameter_schema TEXT,
  arguments_text TEXT NOT NULL,
  args_canonical TEXT NOT NULL CHECK (json_valid(args_canonical)),
  args_sha256 TEXT NOT NULL,
  revision INTEGER NOT NULL,
  coerced TEXT NOT NULL CHECK (json_valid(coerced)),
  policy TEXT NOT NULL CHECK (json_valid(policy)),
  state TEXT NOT NULL CHECK (state IN ('awaiting', 'ready', 'started', 'succeeded', 'failed', 'rejected', 'invalid', 'cancelled', 'outcome_unknown')),
  attempt INTEGER NOT NULL,
  boot_id TEXT,
  result_content TEXT,
  result_data TEXT CHECK (result_data IS NULL OR json_valid(result_data)),
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT,
  UNIQUE (task_id, step, ordinal)
) STRICT;
CREATE INDEX tool_calls_open ON tool_calls (state) WHERE state IN ('awaiting', 'ready', 'started', 'outcome_unknown');
CREATE INDEX tool_calls_by_use ON tool_calls (agent_id, tool_class, operation);

-- Earlier revisions of a call's arguments.
CREATE TABLE call_revisions (
  call_id TEXT NOT NULL REFERENCES tool_calls (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  args_canonical TEXT NOT NULL CHECK (json_valid(args_canonical)),
  args_sha256 TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (call_id, revision)
) STRICT;

-- One decision a call, never changed.
CREATE TABLE decisions (
  id TEXT PRIMARY KEY,
  call_id TEXT NOT NULL UNIQUE REFERENCES tool_calls (id) ON DELETE CASCADE,
  verdict TEXT NOT NULL CHECK (verdict IN ('approve', 'reject')),
  args_sha256 TEXT NOT NULL,
  revision INTEGER NOT NULL,
  tool_fingerprint TEXT,
  reason TEXT,
  actor_user_id INTEGER REFERENCES users (id),
  created_at TEXT NOT NULL
) STRICT;
CREATE TRIGGER decisions_never_change BEFORE UPDATE ON decisions
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
-- Deleting a chat deletes its calls first, and the decisions go with them; a decision alone cannot be deleted.
CREATE TRIGGER decisions_never_go BEFORE DELETE ON decisions
WHEN EXISTS (SELECT 1 FROM tool_calls WHERE id = OLD.call_id)
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;

CREATE TABLE plugins (
  slug TEXT PRIMARY KEY,
  mode TEXT NOT NULL CHECK (mode IN ('shipped', 'link', 'copy')),
  path TEXT NOT NULL,
  digest TEXT,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  -- The manifest and the tools as they were when last loaded, so that tiles and old calls show while it is not.
  manifest TEXT NOT NULL CHECK (json_valid(manifest)),
  tools TEXT NOT NULL CHECK (json_valid(tools)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

INSERT INTO users (id, name, created_at) VALUES (1, 'You', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
INSERT INTO principals (id, type) VALUES (1, 'user');
INSERT INTO principal_members (principal_id, user_id, role, position) VALUES (1, 1, 'owner', 0);
