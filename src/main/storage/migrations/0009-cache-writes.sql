-- Of the input of a turn: the tokens its provider wrote to a cache; null for none.
ALTER TABLE task_history ADD COLUMN cache_write_tokens INTEGER CHECK (cache_write_tokens IS NULL OR cache_write_tokens > 0);
