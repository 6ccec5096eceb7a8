import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ORG_OWNED = ['account', 'policy', 'system', 'policy_system', 'tailoring', 'tailoring_rule'].map((table) =>
  enableOrgIsolation(table),
);

/**
 * Accounts and what belongs to them: policies, systems, assignments, tailorings (rule compliance-22). Every table
 * repeats the organisation and its foreign keys carry it along, so that no row can point into another organisation
 * and row-level security never needs a join.
 */
export class CreatePolicyTables1763700100000 implements MigrationInterface {
  name = 'CreatePolicyTables1763700100000';

  async up(runner: QueryRunner): Promise<void> {
    // Targets for the keys with which a policy follows its profile's guide and that guide's OS major version.
    await runner.query(`
      ALTER TABLE profile ADD CONSTRAINT uq_profile_id_security_guide_id UNIQUE (id, security_guide_id)`);
    await runner.query(`
      ALTER TABLE security_guide ADD CONSTRAINT uq_security_guide_id_os_major_version UNIQUE (id, os_major_version)`);
    // convert_to() counts as stable because it looks at the encoding of the database, which never changes.
    await runner.query(`
      CREATE FUNCTION text_sha256(text) RETURNS bytea
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        RETURN sha256(convert_to($1, 'UTF8'))`);

    await runner.query(`
      CREATE TABLE account (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        org_id text COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_account PRIMARY KEY (id),
        CONSTRAINT uq_account_org_id UNIQUE (org_id)
      )`);
    await this.createPolicy(runner);
    await this.createSystem(runner);
    await this.createAssignments(runner);
    for (const { up } of ORG_OWNED) await runner.query(up);
  }

  private async createPolicy(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE policy (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        org_id text COLLATE "C" NOT NULL,
        profile_id uuid NOT NULL,
        -- follow the profile by foreign key, for sorting and filtering by index; never set on their own
        security_guide_id uuid NOT NULL,
        os_major_version integer NOT NULL,
        title text COLLATE "C" NOT NULL,
        description text NOT NULL,
        business_objective text COLLATE "C",
        compliance_threshold double precision NOT NULL DEFAULT 100,
        -- what an index page can hold of a text; decides the order of all but texts that begin alike
        title_prefix text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(title, 500)) STORED,
        business_objective_prefix text COLLATE "C" GENERATED ALWAYS AS (left(business_objective, 500)) STORED,
        has_long_text boolean NOT NULL
          GENERATED ALWAYS AS (char_length(title) > 500 OR coalesce(char_length(business_objective) > 500, false)) STORED,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_policy PRIMARY KEY (id),
        CONSTRAINT uq_policy_org_id_id UNIQUE (org_id, id),
        CONSTRAINT fk_policy_org_id FOREIGN KEY (org_id) REFERENCES account (org_id),
        CONSTRAINT fk_policy_profile_id FOREIGN KEY (profile_id, security_guide_id)
          REFERENCES profile (id, security_guide_id),
        CONSTRAINT fk_policy_security_guide_id FOREIGN KEY (security_guide_id, os_major_version)
          REFERENCES security_guide (id, os_major_version) ON UPDATE CASCADE
      )`);
    // Of the title's hash: long titles would overflow the page of a plain index.
    await runner.query(`CREATE UNIQUE INDEX uq_policy_org_id_title ON policy (org_id, text_sha256(title))`);
    await runner.query(`CREATE INDEX ix_policy_profile_id ON policy (profile_id)`);
    await runner.query(`CREATE INDEX ix_policy_security_guide_id ON policy (security_guide_id)`);
    // One index per sort column. Many policies share a value of the last three, and ids ascend whatever the
    // direction, hence a second index each: read backwards, the first has the ids in the wrong order.
    await runner.query(`CREATE INDEX ix_policy_org_id_title ON policy (org_id, title_prefix, id)`);
    for (const [name, column] of [
      ['os_major_version', 'os_major_version'],
      ['compliance_threshold', 'compliance_threshold'],
      ['business_objective', 'business_objective_prefix'],
    ] as const) {
      await runner.query(`CREATE INDEX ix_policy_org_id_${name} ON policy (org_id, ${column}, id)`);
      await runner.query(`CREATE INDEX ix_policy_org_id_${name}_desc ON policy (org_id, ${column} DESC, id)`);
    }
    // Tells whether the prefixes alone decide the order of an organisation's policies.
    await runner.query(`CREATE INDEX ix_policy_org_id_long_text ON policy (org_id) WHERE has_long_text`);
  }

  private async createSystem(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE system (
        -- given by the inventory
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        org_id text COLLATE "C" NOT NULL,
        display_name text COLLATE "C" NOT NULL,
        os_name text COLLATE "C",
        os_major_version integer NOT NULL,
        os_minor_version integer NOT NULL,
        -- [{"id", "name"}]
        groups jsonb NOT NULL DEFAULT '[]',
        -- [{"namespace", "key", "value"}]
        tags jsonb NOT NULL DEFAULT '[]',
        owner_id uuid,
        insights_id uuid,
        stale_timestamp timestamptz,
        created timestamptz NOT NULL DEFAULT now(),
        -- of the inventory, not of this row: an older message never overwrites a newer one
        updated timestamptz NOT NULL,
        deleted_at timestamptz,
        CONSTRAINT pk_system PRIMARY KEY (id),
        CONSTRAINT uq_system_org_id_id UNIQUE (org_id, id),
        CONSTRAINT fk_system_org_id FOREIGN KEY (org_id) REFERENCES account (org_id),
        CONSTRAINT ck_system_display_name CHECK (char_length(display_name) <= 200)
      )`);
  }

  private async createAssignments(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE policy_system (
        policy_id uuid NOT NULL,
        system_id uuid NOT NULL,
        org_id text COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_policy_system PRIMARY KEY (policy_id, system_id),
        CONSTRAINT fk_policy_system_policy_id FOREIGN KEY (org_id, policy_id)
          REFERENCES policy (org_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_policy_system_system_id FOREIGN KEY (org_id, system_id)
          REFERENCES system (org_id, id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX ix_policy_system_system_id ON policy_system (system_id, policy_id)`);

    await runner.query(`
      CREATE TABLE tailoring (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        org_id text COLLATE "C" NOT NULL,
        policy_id uuid NOT NULL,
        profile_id uuid NOT NULL,
        os_minor_version integer NOT NULL,
        -- value_definition.id -> text
        value_overrides jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_tailoring PRIMARY KEY (id),
        CONSTRAINT uq_tailoring_org_id_id UNIQUE (org_id, id),
        CONSTRAINT uq_tailoring_policy_id_os_minor_version UNIQUE (policy_id, os_minor_version),
        CONSTRAINT fk_tailoring_policy_id FOREIGN KEY (org_id, policy_id)
          REFERENCES policy (org_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_tailoring_profile_id FOREIGN KEY (profile_id) REFERENCES profile (id),
        CONSTRAINT ck_tailoring_os_minor_version CHECK (os_minor_version >= 0)
      )`);
    await runner.query(`CREATE INDEX ix_tailoring_profile_id ON tailoring (profile_id)`);

    await runner.query(`
      CREATE TABLE tailoring_rule (
        tailoring_id uuid NOT NULL,
        rule_id uuid NOT NULL,
        org_id text COLLATE "C" NOT NULL,
        CONSTRAINT pk_tailoring_rule PRIMARY KEY (tailoring_id, rule_id),
        CONSTRAINT fk_tailoring_rule_tailoring_id FOREIGN KEY (org_id, tailoring_id)
          REFERENCES tailoring (org_id, id) ON DELETE CASCADE,
        -- restricts: a new document of a guide keeps the rules that are in use (G2)
        CONSTRAINT fk_tailoring_rule_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id)
      )`);
    await runner.query(`CREATE INDEX ix_tailoring_rule_rule_id ON tailoring_rule (rule_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { down } of [...ORG_OWNED].reverse()) await runner.query(down);
    await runner.query(`DROP TABLE tailoring_rule`);
    await runner.query(`DROP TABLE tailoring`);
    await runner.query(`DROP TABLE policy_system`);
    await runner.query(`DROP TABLE system`);
    await runner.query(`DROP TABLE policy`);
    await runner.query(`DROP TABLE account`);
    await runner.query(`DROP FUNCTION text_sha256(text)`);
    await runner.query(`ALTER TABLE security_guide DROP CONSTRAINT uq_security_guide_id_os_major_version`);
    await runner.query(`ALTER TABLE profile DROP CONSTRAINT uq_profile_id_security_guide_id`);
  }
}
