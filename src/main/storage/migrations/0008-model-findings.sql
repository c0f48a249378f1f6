-- What was found out about the model of a configuration, in use or by a test. It holds for these settings only.
CREATE TABLE llm_model_findings (
  config_id INTEGER PRIMARY KEY REFERENCES llm_driver_configurations (id) ON DELETE CASCADE,
  -- Of the settings without the secrets, defaults filled in.
  settings_sha256 TEXT NOT NULL,
  tools TEXT CHECK (tools IN ('calls', 'ignores', 'refuses')),
  -- Names of request parameters.
  refused TEXT NOT NULL CHECK (json_valid(refused))
) STRICT;

-- A chat whose model is offered no tools.
ALTER TABLE tasks ADD COLUMN without_tools INTEGER NOT NULL DEFAULT 0 CHECK (without_tools IN (0, 1));
