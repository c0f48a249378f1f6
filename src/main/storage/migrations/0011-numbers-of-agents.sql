-- Numbers of agents and memories never come again either. A setting that lets one agent call another, an open window or a
-- model may still name a removed one: it must lead nowhere, and not to another one.
CREATE TABLE removed_numbers (
  kind TEXT PRIMARY KEY,
  last_number INTEGER NOT NULL
) STRICT;
INSERT INTO removed_numbers VALUES ('agents', 0), ('memories', 0);
CREATE TRIGGER agents_removed AFTER DELETE ON agents BEGIN
  UPDATE removed_numbers SET last_number = max(last_number, OLD.id) WHERE kind = 'agents';
END;
CREATE TRIGGER memories_removed AFTER DELETE ON memories BEGIN
  UPDATE removed_numbers SET last_number = max(last_number, OLD.id) WHERE kind = 'memories';
END;
