import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ISOLATION = enableOrgIsolation('policy_tally');

/**
 * Counts an organisation's policies by profile, in the transaction that changes them. A policy's versions of the
 * operating system are those of its profile, so that `meta.total` of a filtered list is a sum over a few dozen rows.
 */
export class TallyPoliciesByProfile1763700600000 implements MigrationInterface {
  name = 'TallyPoliciesByProfile1763700600000';

  async up(runner: QueryRunner): Promise<void> {
    // No key to profile: the policies that are counted have one.
    await runner.query(`
      CREATE TABLE policy_tally (
        org_id text COLLATE "C" NOT NULL,
        profile_id uuid NOT NULL,
        policy_count integer NOT NULL,
        CONSTRAINT pk_policy_tally PRIMARY KEY (org_id, profile_id),
        CONSTRAINT fk_policy_tally_org_id FOREIGN KEY (org_id) REFERENCES account (org_id),
        CONSTRAINT ck_policy_tally_policy_count CHECK (policy_count >= 0)
      )`);
    // Before anything hides the policies of organisations from the migration.
    await runner.query(`ALTER TABLE policy NO FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      INSERT INTO policy_tally (org_id, profile_id, policy_count)
      SELECT p.org_id, p.profile_id, count(*) FROM policy p GROUP BY p.org_id, p.profile_id`);
    await runner.query(`ALTER TABLE policy FORCE ROW LEVEL SECURITY`);
    await runner.query(ISOLATION.up);
    // Finds the policies of an organisation that share rare profiles.
    await runner.query(`DROP INDEX ix_policy_profile_id`);
    await runner.query(`CREATE INDEX ix_policy_profile_id_org_id ON policy (profile_id, org_id)`);
    // The account first: whoever counts holds it, so that nobody waits for a tally row in another order.
    await runner.query(`
      CREATE OR REPLACE FUNCTION count_policies() RETURNS trigger LANGUAGE plpgsql AS $$
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
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION count_policies() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE account a
           SET policy_count = a.policy_count + (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) * c.changed_count
          FROM (SELECT org_id, count(*) AS changed_count FROM changed GROUP BY org_id) c
         WHERE a.org_id = c.org_id;
        RETURN NULL;
      END $$`);
    await runner.query(`DROP INDEX ix_policy_profile_id_org_id`);
    await runner.query(`CREATE INDEX ix_policy_profile_id ON policy (profile_id)`);
    await runner.query(ISOLATION.down);
    await runner.query(`DROP TABLE policy_tally`);
  }
}
