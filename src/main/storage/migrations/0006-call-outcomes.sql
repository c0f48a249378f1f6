-- How a call ended that did not simply get its tool's answer, in a sentence for the person. What the model was told stands
-- in the history.
CREATE TABLE call_outcomes (
  call_id TEXT PRIMARY KEY REFERENCES tool_calls (id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
