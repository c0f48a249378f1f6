-- What the operator says about themselves, for the tool user_info. `shared` lists the fields agents may be told.
CREATE TABLE user_profiles (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  birth_date TEXT,
  about TEXT NOT NULL,
  height_cm REAL,
  weight_kg REAL,
  shared TEXT NOT NULL CHECK (json_valid(shared)),
  revision INTEGER NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE user_locations (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  position INTEGER NOT NULL
) STRICT;
CREATE INDEX user_locations_by_user ON user_locations (user_id, position);
CREATE UNIQUE INDEX user_locations_one_default ON user_locations (user_id) WHERE is_default = 1;

-- An agent's own memories have its id; the global ones have the user they belong to. A summary of NULL is taken from the
-- content when it is read.
CREATE TABLE memories (
  id INTEGER PRIMARY KEY,
  agent_id INTEGER REFERENCES agents (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  summary TEXT,
  content TEXT NOT NULL,
  position INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK ((agent_id IS NULL) <> (user_id IS NULL))
) STRICT;
CREATE UNIQUE INDEX memories_of_agent ON memories (agent_id, name) WHERE agent_id IS NOT NULL;
CREATE UNIQUE INDEX memories_of_user ON memories (user_id, name) WHERE user_id IS NOT NULL;
