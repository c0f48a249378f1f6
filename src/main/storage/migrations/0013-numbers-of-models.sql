-- Nor do the numbers of model configurations: a chat says which one answered it, also when that is gone.
INSERT INTO removed_numbers VALUES ('llm_driver_configurations', 0);
CREATE TRIGGER llm_driver_configurations_removed AFTER DELETE ON llm_driver_configurations BEGIN
  UPDATE removed_numbers SET last_number = max(last_number, OLD.id) WHERE kind = 'llm_driver_configurations';
END;
