/**
 * The present text of what the database does by itself: counters, and nothing that decides. The baseline runs
 * it; a migration that changes one runs the changed statement, and changes it here.
 */
export const FUNCTIONS: readonly string[] = [
  // A row for each change of how many resources there are: writers side by side never wait for one counter.
  `CREATE OR REPLACE FUNCTION count_resources() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO resource_count (inventory_status, category, change)
      SELECT n.inventory_status, n.category, count(*) FROM new_rows n GROUP BY n.inventory_status, n.category;
    ELSIF TG_OP = 'DELETE' THEN
      INSERT INTO resource_count (inventory_status, category, change)
      SELECT o.inventory_status, o.category, -count(*) FROM old_rows o GROUP BY o.inventory_status, o.category;
    ELSE
      INSERT INTO resource_count (inventory_status, category, change)
      SELECT c.inventory_status, c.category, sum(c.change)
        FROM (SELECT n.inventory_status, n.category, 1 AS change FROM new_rows n
              UNION ALL
              SELECT o.inventory_status, o.category, -1 FROM old_rows o) c
       GROUP BY c.inventory_status, c.category
      HAVING sum(c.change) <> 0;
    END IF;
    RETURN NULL;
  END $$`,
  // Metrics of received series have names of their own, and defaults of schedules name nothing: they count for nothing.
  `CREATE OR REPLACE FUNCTION count_definition_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE is_changed boolean;
  BEGIN
    IF TG_TABLE_NAME = 'resource_type' THEN
      is_changed := EXISTS (SELECT 1 FROM new_rows);
    ELSIF TG_OP = 'INSERT' THEN
      is_changed := EXISTS (SELECT 1 FROM new_rows n WHERE NOT n.is_received);
    ELSIF TG_OP = 'DELETE' THEN
      is_changed := EXISTS (SELECT 1 FROM old_rows o WHERE NOT o.is_received);
    ELSE
      is_changed := EXISTS (
        SELECT 1 FROM new_rows n JOIN old_rows o ON o.id = n.id
         WHERE NOT n.is_received
           AND to_jsonb(n) - '{is_on_by_default,default_interval_ms}'::text[]
             <> to_jsonb(o) - '{is_on_by_default,default_interval_ms}'::text[]);
    END IF;
    IF is_changed THEN UPDATE metric_definition_version SET version = version + 1; END IF;
    RETURN NULL;
  END $$`,
];

export const TRIGGERS: readonly string[] = [
  `CREATE OR REPLACE TRIGGER resource_inserted AFTER INSERT ON resource
     REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_resources()`,
  `CREATE OR REPLACE TRIGGER resource_updated AFTER UPDATE ON resource
     REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_resources()`,
  `CREATE OR REPLACE TRIGGER resource_deleted AFTER DELETE ON resource
     REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_resources()`,
  `CREATE OR REPLACE TRIGGER metric_definition_inserted AFTER INSERT ON metric_definition
     REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_definition_changes()`,
  `CREATE OR REPLACE TRIGGER metric_definition_updated AFTER UPDATE ON metric_definition
     REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_definition_changes()`,
  `CREATE OR REPLACE TRIGGER metric_definition_deleted AFTER DELETE ON metric_definition
     REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_definition_changes()`,
  `CREATE OR REPLACE TRIGGER resource_type_updated AFTER UPDATE ON resource_type
     REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_definition_changes()`,
];
