/**
 * Accounts with policies, systems, assignments and tailorings (rule compliance-22). Every table repeats the organisation, which
 * its foreign keys include, so that no row can refer to another organisation and row-level security needs no join.
 */
export const ORGANISATION_TABLES = `
  CREATE TABLE account (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    org_id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    policy_count integer NOT NULL DEFAULT 0,
    CONSTRAINT pk_account PRIMARY KEY (id),
    CONSTRAINT uq_account_org_id UNIQUE (org_id)
  );

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
    total_system_count integer NOT NULL DEFAULT 0,
    max_result_age_days integer,
    CONSTRAINT pk_policy PRIMARY KEY (id),
    CONSTRAINT uq_policy_org_id_id UNIQUE (org_id, id),
    CONSTRAINT fk_policy_org_id FOREIGN KEY (org_id) REFERENCES account (org_id),
    CONSTRAINT fk_policy_profile_id FOREIGN KEY (profile_id, security_guide_id)
      REFERENCES profile (id, security_guide_id),
    CONSTRAINT fk_policy_security_guide_id FOREIGN KEY (security_guide_id, os_major_version)
      REFERENCES security_guide (id, os_major_version) ON UPDATE CASCADE,
    CONSTRAINT ck_policy_max_result_age_days CHECK (max_result_age_days BETWEEN 1 AND 3650)
  );
  -- Of the title's hash: long titles would overflow the page of a plain index.
  CREATE UNIQUE INDEX uq_policy_org_id_title ON policy (org_id, text_sha256(title));
  CREATE INDEX ix_policy_security_guide_id ON policy (security_guide_id);
  -- One index per sort column. Many policies share a value of the last three, and ids ascend whatever the
  -- direction, hence a second index each: read backwards, the first has the ids in the wrong order.
  CREATE INDEX ix_policy_org_id_title ON policy (org_id, title_prefix, id);
  CREATE INDEX ix_policy_org_id_os_major_version ON policy (org_id, os_major_version, id);
  CREATE INDEX ix_policy_org_id_os_major_version_desc ON policy (org_id, os_major_version DESC, id);
  CREATE INDEX ix_policy_org_id_compliance_threshold ON policy (org_id, compliance_threshold, id);
  CREATE INDEX ix_policy_org_id_compliance_threshold_desc ON policy (org_id, compliance_threshold DESC, id);
  CREATE INDEX ix_policy_org_id_business_objective ON policy (org_id, business_objective_prefix, id);
  CREATE INDEX ix_policy_org_id_business_objective_desc ON policy (org_id, business_objective_prefix DESC, id);
  -- Knows whether the prefixes alone decide the order of an organisation's policies.
  CREATE INDEX ix_policy_org_id_long_text ON policy (org_id) WHERE has_long_text;
  CREATE INDEX ix_policy_org_id_total_system_count ON policy (org_id, total_system_count, id);
  CREATE INDEX ix_policy_org_id_total_system_count_desc ON policy (org_id, total_system_count DESC, id);
  -- Finds the policies of an organisation that share rare profiles.
  CREATE INDEX ix_policy_profile_id_org_id ON policy (profile_id, org_id);

  -- No key to profile: the policies that are counted have one.
  -- Policies of an organisation by profile: meta.total of a filtered list is a sum over a few dozen rows.
  CREATE TABLE policy_tally (
    org_id text COLLATE "C" NOT NULL,
    profile_id uuid NOT NULL,
    policy_count integer NOT NULL,
    CONSTRAINT pk_policy_tally PRIMARY KEY (org_id, profile_id),
    CONSTRAINT fk_policy_tally_org_id FOREIGN KEY (org_id) REFERENCES account (org_id),
    CONSTRAINT ck_policy_tally_policy_count CHECK (policy_count >= 0)
  );

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
    -- what an index page can hold of a group's name; the whole name decides among the few that begin alike
    first_group_prefix text COLLATE "C" NOT NULL
      GENERATED ALWAYS AS (left(coalesce(groups->0->>'name', ''), 500)) STORED,
    -- the login; null when it is not known, so that operators alone reach the system
    registered_by text COLLATE "C",
    -- the last report or result, by this service's clock; "updated" is what the reporter says
    last_seen timestamptz NOT NULL DEFAULT now(),
    -- of the agent on the host; null for systems registered otherwise
    agent_name text COLLATE "C",
    -- of the host in monitoring
    platform_id integer,
    CONSTRAINT pk_system PRIMARY KEY (id),
    CONSTRAINT uq_system_org_id_id UNIQUE (org_id, id),
    CONSTRAINT fk_system_org_id FOREIGN KEY (org_id) REFERENCES account (org_id),
    CONSTRAINT ck_system_display_name CHECK (char_length(display_name) <= 200)
  );
  -- Many systems share a version or a group, and ids ascend whatever the direction: hence a second index each.
  -- Groups and tags have none: under row-level security PostgreSQL would never use an index of jsonb operators.
  CREATE INDEX ix_system_org_id_display_name ON system (org_id, display_name, id) WHERE deleted_at IS NULL;
  CREATE INDEX ix_system_org_id_os_version
    ON system (org_id, os_major_version, os_minor_version, id) WHERE deleted_at IS NULL;
  CREATE INDEX ix_system_org_id_os_version_desc
    ON system (org_id, os_major_version DESC, os_minor_version DESC, id) WHERE deleted_at IS NULL;
  CREATE INDEX ix_system_org_id_os_minor_version ON system (org_id, os_minor_version, id) WHERE deleted_at IS NULL;
  CREATE INDEX ix_system_org_id_os_minor_version_desc
    ON system (org_id, os_minor_version DESC, id) WHERE deleted_at IS NULL;
  CREATE INDEX ix_system_org_id_first_group ON system (org_id, first_group_prefix, id) WHERE deleted_at IS NULL;
  CREATE INDEX ix_system_org_id_first_group_desc
    ON system (org_id, first_group_prefix DESC, id) WHERE deleted_at IS NULL;
  CREATE INDEX ix_system_org_id_registered_by ON system (org_id, registered_by, id) WHERE deleted_at IS NULL;
  CREATE UNIQUE INDEX uq_system_org_id_agent_name
    ON system (org_id, agent_name, registered_by) WHERE agent_name IS NOT NULL;
  CREATE INDEX ix_system_org_id_registered_by_removed ON system (org_id, registered_by) WHERE deleted_at IS NOT NULL;

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
  );
  CREATE INDEX ix_policy_system_system_id ON policy_system (system_id, policy_id);

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
  );
  CREATE INDEX ix_tailoring_profile_id ON tailoring (profile_id);

  CREATE TABLE tailoring_rule (
    tailoring_id uuid NOT NULL,
    rule_id uuid NOT NULL,
    org_id text COLLATE "C" NOT NULL,
    CONSTRAINT pk_tailoring_rule PRIMARY KEY (tailoring_id, rule_id),
    CONSTRAINT fk_tailoring_rule_tailoring_id FOREIGN KEY (org_id, tailoring_id)
      REFERENCES tailoring (org_id, id) ON DELETE CASCADE,
    -- restricts: a new document of a guide keeps the rules that are in use
    CONSTRAINT fk_tailoring_rule_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id)
  );
  CREATE INDEX ix_tailoring_rule_rule_id ON tailoring_rule (rule_id);
`;
