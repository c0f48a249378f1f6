-- Numbers of chats never come again, so that whatever still names a removed chat leads nowhere and not to another one.
CREATE TABLE removed_chats (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_number INTEGER NOT NULL
) STRICT;
INSERT INTO removed_chats VALUES (1, 0);
CREATE TRIGGER tasks_removed AFTER DELETE ON tasks BEGIN
  UPDATE removed_chats SET last_number = max(last_number, OLD.id);
END;
