-- What an operation did when it was allowed to run without asking; NULL: not known, or it asks.
ALTER TABLE agent_tool_operation_overrides ADD COLUMN chosen_for TEXT
  CHECK (chosen_for IN ('none', 'write', 'destructive'));
