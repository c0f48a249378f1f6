-- A chat that another one began, and the call that began it: as a sub-agent's, whose end the call waits for, or because
-- everything was handed over. One call begins one chat.
ALTER TABLE tasks ADD COLUMN origin TEXT CHECK (origin IN ('sub_agent', 'handover'));
ALTER TABLE tasks ADD COLUMN parent_call_id TEXT REFERENCES tool_calls (id) ON DELETE SET NULL;
CREATE UNIQUE INDEX tasks_by_parent_call ON tasks (parent_call_id) WHERE parent_call_id IS NOT NULL;
CREATE INDEX tasks_by_parent ON tasks (parent_task_id) WHERE parent_task_id IS NOT NULL;

-- When a failed chat is tried again by itself, and how often it was.
ALTER TABLE tasks ADD COLUMN retry_at TEXT;
ALTER TABLE tasks ADD COLUMN retry_count INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tasks_to_retry ON tasks (retry_at) WHERE retry_at IS NOT NULL;

-- A summary stands for every row up to this sequence. The rows stay.
ALTER TABLE task_history ADD COLUMN summarized_to INTEGER;

-- What the operator said once and for more than one call. `arguments` maps names to the exact values they must have. The
-- fingerprint is that of the tool when the rule was made or last looked at; under another one the rule does not count.
CREATE TABLE rules (
  id INTEGER PRIMARY KEY,
  verdict TEXT NOT NULL CHECK (verdict IN ('allow', 'deny')),
  scope TEXT NOT NULL CHECK (scope IN ('task', 'agent', 'always')),
  task_id INTEGER REFERENCES tasks (id) ON DELETE CASCADE,
  agent_id INTEGER REFERENCES agents (id) ON DELETE CASCADE,
  tool_class TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  operation TEXT NOT NULL,
  arguments TEXT NOT NULL CHECK (json_valid(arguments)),
  tool_fingerprint TEXT NOT NULL,
  hits INTEGER NOT NULL,
  last_hit_at TEXT,
  call_id TEXT REFERENCES tool_calls (id) ON DELETE SET NULL,
  actor_user_id INTEGER REFERENCES users (id),
  created_at TEXT NOT NULL,
  revoked_at TEXT,
  CHECK ((scope = 'task') = (task_id IS NOT NULL)),
  CHECK ((scope = 'agent') = (agent_id IS NOT NULL))
) STRICT;
CREATE INDEX rules_in_force ON rules (tool_class, operation) WHERE revoked_at IS NULL;
CREATE INDEX rules_by_task ON rules (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX rules_by_agent ON rules (agent_id) WHERE agent_id IS NOT NULL;
CREATE INDEX rules_by_call ON rules (call_id) WHERE call_id IS NOT NULL;

-- Allow rules that do not count for an agent, because its operator set the operation to ask after they were made.
CREATE TABLE rule_suspensions (
  rule_id INTEGER NOT NULL REFERENCES rules (id) ON DELETE CASCADE,
  agent_id INTEGER NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  PRIMARY KEY (rule_id, agent_id)
) STRICT;
CREATE INDEX rule_suspensions_by_agent ON rule_suspensions (agent_id);

-- Asked after the same call came again and again; `call_id` is the last of them.
CREATE TABLE loop_questions (
  call_id TEXT PRIMARY KEY REFERENCES tool_calls (id) ON DELETE CASCADE,
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  repeats INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  answer TEXT CHECK (answer IN ('continue', 'hint', 'stop')),
  answered_at TEXT
) STRICT;
CREATE INDEX loop_questions_open ON loop_questions (task_id) WHERE answer IS NULL;

-- Pictures taken out of results.
CREATE TABLE call_media (
  call_id TEXT NOT NULL REFERENCES tool_calls (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  mime_type TEXT NOT NULL,
  width INTEGER,
  height INTEGER,
  bytes BLOB NOT NULL,
  PRIMARY KEY (call_id, position)
) STRICT;
