/**
 * Current text of the database's functions and triggers, which count or compute an index key and decide nothing. The
 * baseline runs it; a migration that changes a function runs the new statement, and updates it here.
 */
export const FUNCTIONS: readonly string[] = [
  // convert_to() counts as stable because it depends on the encoding of the database, which never changes.
  `CREATE OR REPLACE FUNCTION text_sha256(text) RETURNS bytea
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN sha256(convert_to($1, 'UTF8'))`,
  // The account row first: whoever counts holds its lock, so that nobody locks tally rows in another order.
  `CREATE OR REPLACE FUNCTION count_policies() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE account a
       SET policy_count = a.policy_count + (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) * c.changed_count
      FROM (SELECT org_id, count(*) AS changed_count FROM changed GROUP BY org_id) c
     WHERE a.org_id = c.org_id;
    IF TG_OP = 'INSERT' THEN
      INSERT INTO policy_tally AS t (org_id, profile_id, policy_count)
      SELECT org_id, profile_id, count(*) FROM changed GROUP BY org_id, profile_id
          ON CONFLICT (org_id, profile_id) DO UPDATE SET policy_count = t.policy_count + excluded.policy_count;
    ELSE
      UPDATE policy_tally t
         SET policy_count = t.policy_count - c.changed_count
        FROM (SELECT org_id, profile_id, count(*) AS changed_count FROM changed GROUP BY org_id, profile_id) c
       WHERE t.org_id = c.org_id AND t.profile_id = c.profile_id;
      DELETE FROM policy_tally t
       USING (SELECT DISTINCT org_id, profile_id FROM changed) c
       WHERE t.org_id = c.org_id AND t.profile_id = c.profile_id AND t.policy_count = 0;
    END IF;
    RETURN NULL;
  END $$`,
  // The rows are locked in order of id first, so that statements on the same policies cannot deadlock.
  `CREATE OR REPLACE FUNCTION count_policy_systems() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM policy p
      WHERE p.id IN (SELECT policy_id FROM changed) ORDER BY p.id FOR NO KEY UPDATE;
    UPDATE policy p
       SET total_system_count =
             p.total_system_count + (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) * c.changed_count
      FROM (SELECT policy_id, count(*) AS changed_count FROM changed GROUP BY policy_id) c
     WHERE p.id = c.policy_id;
    RETURN NULL;
  END $$`,
];

export const TRIGGERS: readonly string[] = [
  `CREATE OR REPLACE TRIGGER count_policies_added AFTER INSERT ON policy
     REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policies()`,
  `CREATE OR REPLACE TRIGGER count_policies_removed AFTER DELETE ON policy
     REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policies()`,
  `CREATE OR REPLACE TRIGGER count_policy_systems_added AFTER INSERT ON policy_system
     REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policy_systems()`,
  `CREATE OR REPLACE TRIGGER count_policy_systems_removed AFTER DELETE ON policy_system
     REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policy_systems()`,
];
