import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Security guides and what they hold: profiles, values, groups, rules and fixes (rule compliance-22).
 * Titles and ids compare by bytes, which is how lists sort them (A5).
 */
export class CreateGuideTables1763700000000 implements MigrationInterface {
  name = 'CreateGuideTables1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE security_guide (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        ref_id text COLLATE "C" NOT NULL,
        version text COLLATE "C" NOT NULL,
        -- orders versions by their dot parts ("0.1.9" before "0.1.10"); made by versionSortKey()
        version_sort_key text COLLATE "C" NOT NULL,
        title text COLLATE "C" NOT NULL,
        description text NOT NULL,
        os_major_version integer NOT NULL,
        -- SHA-256 of the decoded document, 64 hex digits
        content_sha256 text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_security_guide PRIMARY KEY (id),
        CONSTRAINT uq_security_guide_ref_id_version UNIQUE (ref_id, version),
        CONSTRAINT ck_security_guide_os_major_version CHECK (os_major_version >= 0 AND os_major_version <= 99999)
      )`);
    await runner.query(`
      CREATE INDEX ix_security_guide_os_major_version ON security_guide (os_major_version)`);

    await runner.query(`
      CREATE TABLE profile (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        security_guide_id uuid NOT NULL,
        ref_id text COLLATE "C" NOT NULL,
        title text COLLATE "C" NOT NULL,
        description text,
        -- value_definition.id -> text
        value_overrides jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_profile PRIMARY KEY (id),
        CONSTRAINT fk_profile_security_guide_id FOREIGN KEY (security_guide_id)
          REFERENCES security_guide (id) ON DELETE CASCADE,
        CONSTRAINT uq_profile_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id)
      )`);
    // Families of profiles share a ref_id over several guides (D5).
    await runner.query(`CREATE INDEX ix_profile_ref_id ON profile (ref_id)`);

    await runner.query(`
      CREATE TABLE profile_os_minor_version (
        profile_id uuid NOT NULL,
        os_minor_version integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_profile_os_minor_version PRIMARY KEY (profile_id, os_minor_version),
        CONSTRAINT fk_profile_os_minor_version_profile_id FOREIGN KEY (profile_id)
          REFERENCES profile (id) ON DELETE CASCADE,
        CONSTRAINT ck_profile_os_minor_version_os_minor_version
          CHECK (os_minor_version >= 0 AND os_minor_version <= 99999)
      )`);
    await runner.query(`
      CREATE INDEX ix_profile_os_minor_version_os_minor_version
        ON profile_os_minor_version (os_minor_version, profile_id)`);

    await runner.query(`
      CREATE TABLE value_definition (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        security_guide_id uuid NOT NULL,
        ref_id text COLLATE "C" NOT NULL,
        title text COLLATE "C" NOT NULL,
        description text NOT NULL,
        value_type text NOT NULL,
        default_value text,
        lower_bound text,
        upper_bound text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_value_definition PRIMARY KEY (id),
        CONSTRAINT fk_value_definition_security_guide_id FOREIGN KEY (security_guide_id)
          REFERENCES security_guide (id) ON DELETE CASCADE,
        CONSTRAINT uq_value_definition_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id)
      )`);

    await runner.query(`
      CREATE TABLE rule_group (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        security_guide_id uuid NOT NULL,
        ref_id text COLLATE "C" NOT NULL,
        title text COLLATE "C" NOT NULL,
        description text NOT NULL,
        rationale text,
        precedence integer NOT NULL,
        -- ids of the enclosing groups from the root, joined by '/'; null at the root
        ancestry text COLLATE "C",
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_rule_group PRIMARY KEY (id),
        CONSTRAINT fk_rule_group_security_guide_id FOREIGN KEY (security_guide_id)
          REFERENCES security_guide (id) ON DELETE CASCADE,
        CONSTRAINT uq_rule_group_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id)
      )`);

    await runner.query(`
      CREATE TABLE rule (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        security_guide_id uuid NOT NULL,
        rule_group_id uuid,
        ref_id text COLLATE "C" NOT NULL,
        title text COLLATE "C" NOT NULL,
        description text NOT NULL,
        rationale text,
        severity text COLLATE "C" NOT NULL,
        precedence integer NOT NULL,
        -- {"label", "system"} or null
        identifier jsonb,
        -- [{"href", "label"}]
        reference_links jsonb NOT NULL DEFAULT '[]',
        -- value_definition.id of every exported value, in document order
        value_checks uuid[] NOT NULL DEFAULT '{}',
        remediation_available boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_rule PRIMARY KEY (id),
        CONSTRAINT fk_rule_security_guide_id FOREIGN KEY (security_guide_id)
          REFERENCES security_guide (id) ON DELETE CASCADE,
        -- a rule that is still in use outlives its group when a newer document has neither
        CONSTRAINT fk_rule_rule_group_id FOREIGN KEY (rule_group_id)
          REFERENCES rule_group (id) ON DELETE SET NULL,
        CONSTRAINT uq_rule_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id)
      )`);
    await runner.query(`CREATE INDEX ix_rule_rule_group_id ON rule (rule_group_id)`);

    await runner.query(`
      CREATE TABLE fix (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        rule_id uuid NOT NULL,
        system text COLLATE "C" NOT NULL,
        strategy text,
        disruption text,
        complexity text,
        text text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_fix PRIMARY KEY (id),
        CONSTRAINT fk_fix_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id) ON DELETE CASCADE,
        CONSTRAINT uq_fix_rule_id_system UNIQUE (rule_id, system)
      )`);

    await runner.query(`
      CREATE TABLE profile_rule (
        profile_id uuid NOT NULL,
        rule_id uuid NOT NULL,
        CONSTRAINT pk_profile_rule PRIMARY KEY (profile_id, rule_id),
        CONSTRAINT fk_profile_rule_profile_id FOREIGN KEY (profile_id) REFERENCES profile (id) ON DELETE CASCADE,
        CONSTRAINT fk_profile_rule_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX ix_profile_rule_rule_id ON profile_rule (rule_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE profile_rule`);
    await runner.query(`DROP TABLE fix`);
    await runner.query(`DROP TABLE rule`);
    await runner.query(`DROP TABLE rule_group`);
    await runner.query(`DROP TABLE value_definition`);
    await runner.query(`DROP TABLE profile_os_minor_version`);
    await runner.query(`DROP TABLE profile`);
    await runner.query(`DROP TABLE security_guide`);
  }
}
