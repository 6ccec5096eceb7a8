import type { MigrationInterface, QueryRunner } from 'typeorm';

const IS_OWN = `org_id = (SELECT NULLIF(current_setting('app.org_id', true), ''))`;

/**
 * Waivers. Requests, decisions and withdrawals are in rows that are never deleted: row-level security prevents
 * everyone, the owner included, from deleting them or changing ended ones. Policies and systems are stored without
 * foreign keys, because the row outlives them.
 */
export class Waivers1795466400000 implements MigrationInterface {
  name = 'Waivers1795466400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE waiver (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        org_id text COLLATE "C" NOT NULL,
        rule_ref_id text COLLATE "C" NOT NULL,
        -- where it holds: in all that are given
        policy_id uuid,
        group_id text COLLATE "C",
        system_ids uuid[],
        reason text NOT NULL,
        expires_at timestamptz NOT NULL,
        requested_at timestamptz NOT NULL,
        -- subject, for decisions, and name, for people
        requested_by text COLLATE "C" NOT NULL,
        requested_by_name text NOT NULL,
        decision text COLLATE "C",
        decided_at timestamptz,
        decided_by text COLLATE "C",
        decided_by_name text,
        withdrawn_at timestamptz,
        withdrawn_by text COLLATE "C",
        withdrawn_by_name text,
        -- when it was noticed that it expires soon
        expiry_noted_at timestamptz,
        CONSTRAINT pk_waiver PRIMARY KEY (id),
        CONSTRAINT fk_waiver_org_id FOREIGN KEY (org_id) REFERENCES account (org_id),
        CONSTRAINT ck_waiver_scope CHECK (num_nonnulls(policy_id, group_id, system_ids) > 0),
        CONSTRAINT ck_waiver_decision CHECK (decision IN ('approved', 'rejected')),
        CONSTRAINT ck_waiver_decided CHECK (num_nulls(decision, decided_at, decided_by, decided_by_name) IN (0, 4)),
        CONSTRAINT ck_waiver_withdrawn CHECK (num_nulls(withdrawn_at, withdrawn_by, withdrawn_by_name) IN (0, 3))
      );
      CREATE INDEX ix_waiver_org_id_requested_at ON waiver (org_id, requested_at, id);
      CREATE INDEX ix_waiver_approved ON waiver (org_id, expires_at)
       WHERE decision = 'approved' AND withdrawn_at IS NULL;

      ALTER TABLE waiver ENABLE ROW LEVEL SECURITY;
      ALTER TABLE waiver FORCE ROW LEVEL SECURITY;
      CREATE POLICY waiver_read ON waiver FOR SELECT USING (${IS_OWN});
      CREATE POLICY waiver_ask ON waiver FOR INSERT WITH CHECK (${IS_OWN});
      CREATE POLICY waiver_decide ON waiver FOR UPDATE
        USING (${IS_OWN} AND withdrawn_at IS NULL AND decision IS DISTINCT FROM 'rejected') WITH CHECK (${IS_OWN});`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE waiver');
  }
}
