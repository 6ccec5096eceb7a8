/**
 * Current text of the database's functions and triggers, which only count and decide nothing. The baseline runs it; a
 * migration that changes a function runs the new statement, and updates it here.
 */
export const FUNCTIONS: readonly string[] = [
  // A row for each change of the number of resources, so that concurrent writers do not wait for one counter.
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
];

export const TRIGGERS: readonly string[] = [
  `CREATE OR REPLACE TRIGGER resource_inserted AFTER INSERT ON resource
     REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_resources()`,
  `CREATE OR REPLACE TRIGGER resource_updated AFTER UPDATE ON resource
     REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_resources()`,
  `CREATE OR REPLACE TRIGGER resource_deleted AFTER DELETE ON resource
     REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_resources()`,
];
