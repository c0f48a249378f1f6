-- Which agent made this one; NULL when a person did. What an agent made outlives its maker and is then nobody's.
ALTER TABLE agents ADD COLUMN parent_agent_id INTEGER REFERENCES agents (id) ON DELETE SET NULL;
CREATE INDEX agents_by_parent ON agents (parent_agent_id) WHERE parent_agent_id IS NOT NULL;

-- What only the template it came from says, so that an export says it again.
ALTER TABLE agents ADD COLUMN template TEXT CHECK (template IS NULL OR json_valid(template));

CREATE TABLE agent_notes (
  agent_id INTEGER PRIMARY KEY REFERENCES agents (id) ON DELETE CASCADE,
  content TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- Calls of the agent tool that made or added something: a call that is repeated after a crash finds what it did.
CREATE TABLE agent_writes (
  call_id TEXT PRIMARY KEY,
  agent_id INTEGER NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL
) STRICT;
