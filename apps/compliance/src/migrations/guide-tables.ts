/**
 * Security guides with profiles, values, groups, rules and fixes (rule compliance-22), and controls of frameworks, which all
 * organisations share. Titles and ids compare by bytes, which is how lists sort them.
 */
export const GUIDE_TABLES = `
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
    CONSTRAINT ck_security_guide_os_major_version CHECK (os_major_version >= 0 AND os_major_version <= 99999),
    -- With this key a policy follows the OS major version of its guide.
    CONSTRAINT uq_security_guide_id_os_major_version UNIQUE (id, os_major_version)
  );
  CREATE INDEX ix_security_guide_os_major_version ON security_guide (os_major_version);

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
    CONSTRAINT uq_profile_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id),
    -- With this key a policy follows the guide of its profile.
    CONSTRAINT uq_profile_id_security_guide_id UNIQUE (id, security_guide_id)
  );
  -- Families of profiles share a ref_id over several guides.
  CREATE INDEX ix_profile_ref_id ON profile (ref_id);

  CREATE TABLE profile_os_minor_version (
    profile_id uuid NOT NULL,
    os_minor_version integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_profile_os_minor_version PRIMARY KEY (profile_id, os_minor_version),
    CONSTRAINT fk_profile_os_minor_version_profile_id FOREIGN KEY (profile_id)
      REFERENCES profile (id) ON DELETE CASCADE,
    CONSTRAINT ck_profile_os_minor_version_os_minor_version
      CHECK (os_minor_version >= 0 AND os_minor_version <= 99999)
  );
  CREATE INDEX ix_profile_os_minor_version_os_minor_version ON profile_os_minor_version (os_minor_version, profile_id);

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
    -- what an index page can hold of a title; the whole title decides among the few that begin alike
    title_prefix text COLLATE "C" GENERATED ALWAYS AS (left(title, 500)) STORED,
    CONSTRAINT pk_value_definition PRIMARY KEY (id),
    CONSTRAINT fk_value_definition_security_guide_id FOREIGN KEY (security_guide_id)
      REFERENCES security_guide (id) ON DELETE CASCADE,
    CONSTRAINT uq_value_definition_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id)
  );
  CREATE INDEX ix_value_definition_security_guide_id_id ON value_definition (security_guide_id, id);
  CREATE INDEX ix_value_definition_security_guide_id_title ON value_definition (security_guide_id, title_prefix, id);

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
  );
  CREATE INDEX ix_rule_group_security_guide_id_id ON rule_group (security_guide_id, id);
  CREATE INDEX ix_rule_group_security_guide_id_precedence ON rule_group (security_guide_id, precedence, id);

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
    -- what an index page can hold of a title; the whole title decides among the few that begin alike
    title_prefix text COLLATE "C" GENERATED ALWAYS AS (left(title, 500)) STORED,
    -- nullable, though never null: imports make temporary tables like these, without the generation
    severity_rank smallint GENERATED ALWAYS AS (
      CASE severity WHEN 'high' THEN 3 WHEN 'medium' THEN 2 WHEN 'low' THEN 1 ELSE 0 END) STORED,
    -- [{"label", "system"}], all of them
    identifiers jsonb NOT NULL DEFAULT '[]',
    check_text text,
    fix_text text,
    -- of all that decides about the rule; null where the document does not have it
    check_sha256 text,
    CONSTRAINT pk_rule PRIMARY KEY (id),
    CONSTRAINT fk_rule_security_guide_id FOREIGN KEY (security_guide_id)
      REFERENCES security_guide (id) ON DELETE CASCADE,
    -- a rule that is still in use outlives its group when a newer document has neither
    CONSTRAINT fk_rule_rule_group_id FOREIGN KEY (rule_group_id)
      REFERENCES rule_group (id) ON DELETE SET NULL,
    CONSTRAINT uq_rule_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id)
  );
  CREATE INDEX ix_rule_rule_group_id ON rule (rule_group_id);
  -- Ids ascend whatever the direction, hence a second index where many rows share a value.
  CREATE INDEX ix_rule_security_guide_id_id ON rule (security_guide_id, id);
  CREATE INDEX ix_rule_security_guide_id_title ON rule (security_guide_id, title_prefix, id);
  CREATE INDEX ix_rule_security_guide_id_severity ON rule (security_guide_id, severity_rank, id);
  CREATE INDEX ix_rule_security_guide_id_severity_desc ON rule (security_guide_id, severity_rank DESC, id);
  CREATE INDEX ix_rule_security_guide_id_precedence ON rule (security_guide_id, precedence, id);
  CREATE INDEX ix_rule_security_guide_id_remediation ON rule (security_guide_id, remediation_available, id);
  CREATE INDEX ix_rule_security_guide_id_remediation_desc ON rule (security_guide_id, remediation_available DESC, id);
  -- Of ids in paths, which have dashes for dots.
  CREATE INDEX ix_rule_security_guide_id_dashed_ref_id ON rule (security_guide_id, replace(ref_id, '.', '-'));

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
    substitutions jsonb NOT NULL DEFAULT '[]',
    reboot boolean NOT NULL DEFAULT false,
    CONSTRAINT pk_fix PRIMARY KEY (id),
    CONSTRAINT fk_fix_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id) ON DELETE CASCADE,
    CONSTRAINT uq_fix_rule_id_system UNIQUE (rule_id, system)
  );

  CREATE TABLE profile_rule (
    profile_id uuid NOT NULL,
    rule_id uuid NOT NULL,
    CONSTRAINT pk_profile_rule PRIMARY KEY (profile_id, rule_id),
    CONSTRAINT fk_profile_rule_profile_id FOREIGN KEY (profile_id) REFERENCES profile (id) ON DELETE CASCADE,
    CONSTRAINT fk_profile_rule_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id) ON DELETE CASCADE
  );
  CREATE INDEX ix_profile_rule_rule_id ON profile_rule (rule_id);

  -- The source, which scanners need: apart from the guide, whose rows are read often.
  CREATE TABLE guide_document (
    security_guide_id uuid NOT NULL,
    -- of the decoded document
    sha256 text NOT NULL,
    -- compressed already
    gzip bytea STORAGE EXTERNAL NOT NULL,
    CONSTRAINT pk_guide_document PRIMARY KEY (security_guide_id),
    CONSTRAINT fk_guide_document_security_guide_id FOREIGN KEY (security_guide_id)
      REFERENCES security_guide (id) ON DELETE CASCADE
  );

  -- A number stands for a rule as long as the guide is there. Not deferred, but checked after what goes with the guide:
  -- a new document of a guide keeps the rules that results have named.
  CREATE TABLE rule_number (
    number integer NOT NULL GENERATED ALWAYS AS IDENTITY,
    rule_id uuid NOT NULL,
    security_guide_id uuid NOT NULL,
    CONSTRAINT pk_rule_number PRIMARY KEY (number),
    CONSTRAINT uq_rule_number_rule_id UNIQUE (rule_id),
    CONSTRAINT fk_rule_number_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id),
    CONSTRAINT fk_rule_number_security_guide_id FOREIGN KEY (security_guide_id)
      REFERENCES security_guide (id) ON DELETE CASCADE
  );
  CREATE INDEX ix_rule_number_security_guide_id ON rule_number (security_guide_id);

  CREATE TABLE framework (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    ref_id text COLLATE "C" NOT NULL,
    title text COLLATE "C" NOT NULL,
    -- what the addresses of its references begin with, without scheme and "www."
    addresses text[] NOT NULL,
    CONSTRAINT pk_framework PRIMARY KEY (id),
    CONSTRAINT uq_framework_ref_id UNIQUE (ref_id)
  );

  CREATE TABLE control (
    number integer NOT NULL GENERATED ALWAYS AS IDENTITY,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    framework_id uuid NOT NULL,
    name text COLLATE "C" NOT NULL,
    -- orders names by the numbers in them ("AC-2" before "AC-10")
    sort_key text COLLATE "C" NOT NULL,
    CONSTRAINT pk_control PRIMARY KEY (number),
    CONSTRAINT uq_control_id UNIQUE (id),
    CONSTRAINT uq_control_framework_id_name UNIQUE (framework_id, name),
    CONSTRAINT fk_control_framework_id FOREIGN KEY (framework_id) REFERENCES framework (id) ON DELETE CASCADE
  );

  -- One row a rule, with a list of numbers, because a guide has thirty references for each rule.
  CREATE TABLE rule_control (
    rule_id uuid NOT NULL,
    security_guide_id uuid NOT NULL,
    control_numbers integer[] NOT NULL,
    CONSTRAINT pk_rule_control PRIMARY KEY (rule_id),
    CONSTRAINT fk_rule_control_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id) ON DELETE CASCADE,
    CONSTRAINT fk_rule_control_security_guide_id FOREIGN KEY (security_guide_id)
      REFERENCES security_guide (id) ON DELETE CASCADE
  );
  CREATE INDEX ix_rule_control_security_guide_id ON rule_control (security_guide_id);
  CREATE INDEX ix_rule_control_control_numbers ON rule_control USING gin (control_numbers);
`;
