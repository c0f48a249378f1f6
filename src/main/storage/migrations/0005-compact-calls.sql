-- Most of a call's row was the same in every call: the schema of its operation, why it ran. Such texts stand once here and
-- are named by number. They never change and are never removed.
CREATE TABLE shared_texts (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO shared_texts (text)
  SELECT parameter_schema FROM tool_calls WHERE parameter_schema IS NOT NULL
  UNION SELECT policy FROM tool_calls
  UNION SELECT operation_description FROM tool_calls
  UNION SELECT tool_fingerprint FROM tool_calls WHERE tool_fingerprint IS NOT NULL
  UNION SELECT provider FROM task_history WHERE provider IS NOT NULL;

DROP TRIGGER decisions_never_go;

-- Times are milliseconds since 1970 here. `usage` is [input, output, reasoning, cached] tokens.
CREATE TABLE new_task_history (
  id INTEGER PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  step INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool', 'summary', 'notice')),
  content TEXT NOT NULL,
  reasoning TEXT NOT NULL DEFAULT '',
  call_id TEXT REFERENCES tool_calls (id),
  provider INTEGER REFERENCES shared_texts (id),
  provider_data TEXT CHECK (provider_data IS NULL OR json_valid(provider_data)),
  usage TEXT CHECK (usage IS NULL OR json_array_length(usage) = 4),
  created_at INTEGER NOT NULL,
  summarized_to INTEGER,
  UNIQUE (task_id, sequence)
) STRICT;
INSERT INTO new_task_history
  SELECT id, task_id, sequence, step, role, content, reasoning, call_id,
    (SELECT shared_texts.id FROM shared_texts WHERE text = provider), provider_data,
    CASE WHEN usage IS NOT NULL THEN json_array(
      coalesce(usage ->> 'inputTokens', 0), coalesce(usage ->> 'outputTokens', 0),
      coalesce(usage ->> 'reasoningTokens', 0), coalesce(usage ->> 'cachedTokens', 0)) END,
    coalesce(CAST(round(unixepoch(created_at, 'subsec') * 1000) AS INTEGER), 0), summarized_to
  FROM task_history ORDER BY id;
DROP TABLE task_history;
ALTER TABLE new_task_history RENAME TO task_history;

-- `args_canonical` is NULL while it is what the model wrote, byte for byte; `boot_id` only says whose a started call is.
CREATE TABLE new_tool_calls (
  id TEXT PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  agent_id INTEGER NOT NULL REFERENCES agents (id),
  step INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  provider_call_id TEXT,
  tool_class TEXT,
  tool_name TEXT NOT NULL,
  operation TEXT,
  operation_description INTEGER NOT NULL REFERENCES shared_texts (id),
  tool_fingerprint INTEGER REFERENCES shared_texts (id),
  effect TEXT NOT NULL CHECK (effect IN ('none', 'write', 'destructive')),
  idempotent INTEGER NOT NULL CHECK (idempotent IN (0, 1)),
  human_description TEXT NOT NULL,
  parameter_schema INTEGER REFERENCES shared_texts (id),
  arguments_text TEXT NOT NULL,
  args_canonical TEXT CHECK (args_canonical IS NULL OR json_valid(args_canonical)),
  args_sha256 BLOB NOT NULL CHECK (length(args_sha256) = 32),
  revision INTEGER NOT NULL,
  coerced TEXT NOT NULL CHECK (json_valid(coerced)),
  policy INTEGER NOT NULL REFERENCES shared_texts (id),
  state TEXT NOT NULL CHECK (state IN ('awaiting', 'ready', 'started', 'succeeded', 'failed', 'rejected', 'invalid', 'cancelled', 'outcome_unknown')),
  attempt INTEGER NOT NULL,
  boot_id TEXT,
  result_content TEXT,
  result_data TEXT CHECK (result_data IS NULL OR json_valid(result_data)),
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  UNIQUE (task_id, step, ordinal)
) STRICT;
INSERT INTO new_tool_calls
  SELECT id, task_id, agent_id, step, ordinal, provider_call_id, tool_class, tool_name, operation,
    (SELECT shared_texts.id FROM shared_texts WHERE text = operation_description),
    (SELECT shared_texts.id FROM shared_texts WHERE text = tool_fingerprint),
    effect, idempotent, human_description,
    (SELECT shared_texts.id FROM shared_texts WHERE text = parameter_schema),
    arguments_text, nullif(args_canonical, arguments_text), 
    CASE length(unhex(args_sha256)) WHEN 32 THEN unhex(args_sha256) ELSE zeroblob(32) END, revision, coerced,
    (SELECT shared_texts.id FROM shared_texts WHERE text = policy),
    state, attempt, CASE WHEN state = 'started' THEN boot_id END, result_content, result_data,
    coalesce(CAST(round(unixepoch(created_at, 'subsec') * 1000) AS INTEGER), 0),
    CAST(round(unixepoch(started_at, 'subsec') * 1000) AS INTEGER),
    CAST(round(unixepoch(finished_at, 'subsec') * 1000) AS INTEGER)
  FROM tool_calls ORDER BY id;
DROP TABLE tool_calls;
ALTER TABLE new_tool_calls RENAME TO tool_calls;
CREATE INDEX tool_calls_open ON tool_calls (state) WHERE state IN ('awaiting', 'ready', 'started', 'outcome_unknown');
CREATE INDEX tool_calls_by_use ON tool_calls (agent_id, tool_class, operation);

CREATE TRIGGER decisions_never_go BEFORE DELETE ON decisions
WHEN EXISTS (SELECT 1 FROM tool_calls WHERE id = OLD.call_id)
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
