-- What a turn cost, in US dollars, by the prices its model had then; null for a model without prices.
ALTER TABLE task_history ADD COLUMN cost REAL CHECK (cost IS NULL OR cost >= 0);
