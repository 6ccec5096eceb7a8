CREATE FUNCTION count_policies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
      END $$;
CREATE FUNCTION count_policy_systems() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      BEGIN
        PERFORM 1 FROM policy p
          WHERE p.id IN (SELECT policy_id FROM changed) ORDER BY p.id FOR NO KEY UPDATE;
        UPDATE policy p
           SET total_system_count =
                 p.total_system_count + (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) * c.changed_count
          FROM (SELECT policy_id, count(*) AS changed_count FROM changed GROUP BY policy_id) c
         WHERE p.id = c.policy_id;
        RETURN NULL;
      END $$;
CREATE FUNCTION text_sha256(text) RETURNS bytea
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN sha256(convert_to($1, 'UTF8'::name));
CREATE TABLE account (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    org_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    policy_count integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY account FORCE ROW LEVEL SECURITY;
CREATE TABLE fix (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    rule_id uuid NOT NULL,
    system text NOT NULL COLLATE pg_catalog."C",
    strategy text,
    disruption text,
    complexity text,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    substitutions jsonb DEFAULT '[]'::jsonb NOT NULL
);
CREATE TABLE migration (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE migration_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE migration_id_seq OWNED BY migration.id;
CREATE TABLE policy (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    org_id text NOT NULL COLLATE pg_catalog."C",
    profile_id uuid NOT NULL,
    security_guide_id uuid NOT NULL,
    os_major_version integer NOT NULL,
    title text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL,
    business_objective text COLLATE pg_catalog."C",
    compliance_threshold double precision DEFAULT 100 NOT NULL,
    title_prefix text GENERATED ALWAYS AS ("left"(title, 500)) STORED NOT NULL COLLATE pg_catalog."C",
    business_objective_prefix text GENERATED ALWAYS AS ("left"(business_objective, 500)) STORED COLLATE pg_catalog."C",
    has_long_text boolean GENERATED ALWAYS AS (((char_length(title) > 500) OR COALESCE((char_length(business_objective) > 500), false))) STORED NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    total_system_count integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY policy FORCE ROW LEVEL SECURITY;
CREATE TABLE policy_system (
    policy_id uuid NOT NULL,
    system_id uuid NOT NULL,
    org_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY policy_system FORCE ROW LEVEL SECURITY;
CREATE TABLE policy_tally (
    org_id text NOT NULL COLLATE pg_catalog."C",
    profile_id uuid NOT NULL,
    policy_count integer NOT NULL,
    CONSTRAINT ck_policy_tally_policy_count CHECK ((policy_count >= 0))
);
ALTER TABLE ONLY policy_tally FORCE ROW LEVEL SECURITY;
CREATE TABLE profile (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    security_guide_id uuid NOT NULL,
    ref_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    description text,
    value_overrides jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE profile_os_minor_version (
    profile_id uuid NOT NULL,
    os_minor_version integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ck_profile_os_minor_version_os_minor_version CHECK (((os_minor_version >= 0) AND (os_minor_version <= 99999)))
);
CREATE TABLE profile_rule (
    profile_id uuid NOT NULL,
    rule_id uuid NOT NULL
);
CREATE TABLE rule (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    security_guide_id uuid NOT NULL,
    rule_group_id uuid,
    ref_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL,
    rationale text,
    severity text NOT NULL COLLATE pg_catalog."C",
    precedence integer NOT NULL,
    identifier jsonb,
    reference_links jsonb DEFAULT '[]'::jsonb NOT NULL,
    value_checks uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    remediation_available boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    title_prefix text GENERATED ALWAYS AS ("left"(title, 500)) STORED COLLATE pg_catalog."C",
    severity_rank smallint GENERATED ALWAYS AS (
CASE severity
    WHEN 'high'::text THEN 3
    WHEN 'medium'::text THEN 2
    WHEN 'low'::text THEN 1
    ELSE 0
END) STORED
);
CREATE TABLE rule_group (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    security_guide_id uuid NOT NULL,
    ref_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL,
    rationale text,
    precedence integer NOT NULL,
    ancestry text COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE rule_result (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    org_id text NOT NULL COLLATE pg_catalog."C",
    test_result_id uuid NOT NULL,
    rule_id uuid NOT NULL,
    result text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY rule_result FORCE ROW LEVEL SECURITY;
CREATE TABLE security_guide (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    ref_id text NOT NULL COLLATE pg_catalog."C",
    version text NOT NULL COLLATE pg_catalog."C",
    version_sort_key text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL,
    os_major_version integer NOT NULL,
    content_sha256 text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ck_security_guide_os_major_version CHECK (((os_major_version >= 0) AND (os_major_version <= 99999)))
);
CREATE TABLE system (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    org_id text NOT NULL COLLATE pg_catalog."C",
    display_name text NOT NULL COLLATE pg_catalog."C",
    os_name text COLLATE pg_catalog."C",
    os_major_version integer NOT NULL,
    os_minor_version integer NOT NULL,
    groups jsonb DEFAULT '[]'::jsonb NOT NULL,
    tags jsonb DEFAULT '[]'::jsonb NOT NULL,
    owner_id uuid,
    insights_id uuid,
    stale_timestamp timestamp with time zone,
    created timestamp with time zone DEFAULT now() NOT NULL,
    updated timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    first_group_prefix text GENERATED ALWAYS AS ("left"(COALESCE(((groups -> 0) ->> 'name'::text), ''::text), 500)) STORED NOT NULL COLLATE pg_catalog."C",
    registered_by text COLLATE pg_catalog."C",
    last_seen timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ck_system_display_name CHECK ((char_length(display_name) <= 200))
);
ALTER TABLE ONLY system FORCE ROW LEVEL SECURITY;
CREATE TABLE tailoring (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    org_id text NOT NULL COLLATE pg_catalog."C",
    policy_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    os_minor_version integer NOT NULL,
    value_overrides jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ck_tailoring_os_minor_version CHECK ((os_minor_version >= 0))
);
ALTER TABLE ONLY tailoring FORCE ROW LEVEL SECURITY;
CREATE TABLE tailoring_rule (
    tailoring_id uuid NOT NULL,
    rule_id uuid NOT NULL,
    org_id text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY tailoring_rule FORCE ROW LEVEL SECURITY;
CREATE TABLE test_result (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    org_id text NOT NULL COLLATE pg_catalog."C",
    tailoring_id uuid NOT NULL,
    report_id uuid NOT NULL,
    system_id uuid NOT NULL,
    start_time timestamp with time zone,
    end_time timestamp with time zone NOT NULL,
    score double precision,
    supported boolean NOT NULL,
    failed_rule_count integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY test_result FORCE ROW LEVEL SECURITY;
CREATE TABLE value_definition (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    security_guide_id uuid NOT NULL,
    ref_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL COLLATE pg_catalog."C",
    description text NOT NULL,
    value_type text NOT NULL,
    default_value text,
    lower_bound text,
    upper_bound text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    title_prefix text GENERATED ALWAYS AS ("left"(title, 500)) STORED COLLATE pg_catalog."C"
);
ALTER TABLE ONLY migration ALTER COLUMN id SET DEFAULT nextval('migration_id_seq'::regclass);
INSERT INTO migration VALUES (1, 1763700000000, 'CreateGuideTables1763700000000');
INSERT INTO migration VALUES (2, 1763700100000, 'CreatePolicyTables1763700100000');
INSERT INTO migration VALUES (3, 1763700200000, 'CreateResultTables1763700200000');
INSERT INTO migration VALUES (4, 1763700300000, 'CountPoliciesAndSystems1763700300000');
INSERT INTO migration VALUES (5, 1763700450000, 'IndexGuideContent1763700450000');
INSERT INTO migration VALUES (6, 1763700500000, 'IndexSystemsAndResults1763700500000');
INSERT INTO migration VALUES (7, 1763700600000, 'TallyPoliciesByProfile1763700600000');
INSERT INTO migration VALUES (8, 1764040000000, 'OwnSystems1764040000000');
INSERT INTO migration VALUES (9, 1764040100000, 'LastSeen1764040100000');
INSERT INTO migration VALUES (10, 1795429955105, 'FixSubstitutions1795429955105');
INSERT INTO migration VALUES (11, 1795435240000, 'IndexRemovedSystems1795435240000');
SELECT pg_catalog.setval('migration_id_seq', 11, true);
ALTER TABLE ONLY account ADD CONSTRAINT pk_account PRIMARY KEY (id);
ALTER TABLE ONLY fix ADD CONSTRAINT pk_fix PRIMARY KEY (id);
ALTER TABLE ONLY migration ADD CONSTRAINT pk_migration PRIMARY KEY (id);
ALTER TABLE ONLY policy ADD CONSTRAINT pk_policy PRIMARY KEY (id);
ALTER TABLE ONLY policy_system ADD CONSTRAINT pk_policy_system PRIMARY KEY (policy_id, system_id);
ALTER TABLE ONLY policy_tally ADD CONSTRAINT pk_policy_tally PRIMARY KEY (org_id, profile_id);
ALTER TABLE ONLY profile ADD CONSTRAINT pk_profile PRIMARY KEY (id);
ALTER TABLE ONLY profile_os_minor_version ADD CONSTRAINT pk_profile_os_minor_version PRIMARY KEY (profile_id, os_minor_version);
ALTER TABLE ONLY profile_rule ADD CONSTRAINT pk_profile_rule PRIMARY KEY (profile_id, rule_id);
ALTER TABLE ONLY rule ADD CONSTRAINT pk_rule PRIMARY KEY (id);
ALTER TABLE ONLY rule_group ADD CONSTRAINT pk_rule_group PRIMARY KEY (id);
ALTER TABLE ONLY rule_result ADD CONSTRAINT pk_rule_result PRIMARY KEY (id);
ALTER TABLE ONLY security_guide ADD CONSTRAINT pk_security_guide PRIMARY KEY (id);
ALTER TABLE ONLY system ADD CONSTRAINT pk_system PRIMARY KEY (id);
ALTER TABLE ONLY tailoring ADD CONSTRAINT pk_tailoring PRIMARY KEY (id);
ALTER TABLE ONLY tailoring_rule ADD CONSTRAINT pk_tailoring_rule PRIMARY KEY (tailoring_id, rule_id);
ALTER TABLE ONLY test_result ADD CONSTRAINT pk_test_result PRIMARY KEY (id);
ALTER TABLE ONLY value_definition ADD CONSTRAINT pk_value_definition PRIMARY KEY (id);
ALTER TABLE ONLY account ADD CONSTRAINT uq_account_org_id UNIQUE (org_id);
ALTER TABLE ONLY fix ADD CONSTRAINT uq_fix_rule_id_system UNIQUE (rule_id, system);
ALTER TABLE ONLY policy ADD CONSTRAINT uq_policy_org_id_id UNIQUE (org_id, id);
ALTER TABLE ONLY profile ADD CONSTRAINT uq_profile_id_security_guide_id UNIQUE (id, security_guide_id);
ALTER TABLE ONLY profile ADD CONSTRAINT uq_profile_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id);
ALTER TABLE ONLY rule_group ADD CONSTRAINT uq_rule_group_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id);
ALTER TABLE ONLY rule_result ADD CONSTRAINT uq_rule_result_test_result_id_rule_id UNIQUE (test_result_id, rule_id);
ALTER TABLE ONLY rule ADD CONSTRAINT uq_rule_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id);
ALTER TABLE ONLY security_guide ADD CONSTRAINT uq_security_guide_id_os_major_version UNIQUE (id, os_major_version);
ALTER TABLE ONLY security_guide ADD CONSTRAINT uq_security_guide_ref_id_version UNIQUE (ref_id, version);
ALTER TABLE ONLY system ADD CONSTRAINT uq_system_org_id_id UNIQUE (org_id, id);
ALTER TABLE ONLY tailoring ADD CONSTRAINT uq_tailoring_org_id_id UNIQUE (org_id, id);
ALTER TABLE ONLY tailoring ADD CONSTRAINT uq_tailoring_policy_id_os_minor_version UNIQUE (policy_id, os_minor_version);
ALTER TABLE ONLY test_result ADD CONSTRAINT uq_test_result_org_id_id UNIQUE (org_id, id);
ALTER TABLE ONLY test_result ADD CONSTRAINT uq_test_result_report_id_system_id UNIQUE (report_id, system_id);
ALTER TABLE ONLY test_result ADD CONSTRAINT uq_test_result_system_id_tailoring_id_end_time UNIQUE (system_id, tailoring_id, end_time);
ALTER TABLE ONLY value_definition ADD CONSTRAINT uq_value_definition_security_guide_id_ref_id UNIQUE (security_guide_id, ref_id);
CREATE INDEX ix_policy_org_id_business_objective ON policy USING btree (org_id, business_objective_prefix, id);
CREATE INDEX ix_policy_org_id_business_objective_desc ON policy USING btree (org_id, business_objective_prefix DESC, id);
CREATE INDEX ix_policy_org_id_compliance_threshold ON policy USING btree (org_id, compliance_threshold, id);
CREATE INDEX ix_policy_org_id_compliance_threshold_desc ON policy USING btree (org_id, compliance_threshold DESC, id);
CREATE INDEX ix_policy_org_id_long_text ON policy USING btree (org_id) WHERE has_long_text;
CREATE INDEX ix_policy_org_id_os_major_version ON policy USING btree (org_id, os_major_version, id);
CREATE INDEX ix_policy_org_id_os_major_version_desc ON policy USING btree (org_id, os_major_version DESC, id);
CREATE INDEX ix_policy_org_id_title ON policy USING btree (org_id, title_prefix, id);
CREATE INDEX ix_policy_org_id_total_system_count ON policy USING btree (org_id, total_system_count, id);
CREATE INDEX ix_policy_org_id_total_system_count_desc ON policy USING btree (org_id, total_system_count DESC, id);
CREATE INDEX ix_policy_profile_id_org_id ON policy USING btree (profile_id, org_id);
CREATE INDEX ix_policy_security_guide_id ON policy USING btree (security_guide_id);
CREATE INDEX ix_policy_system_system_id ON policy_system USING btree (system_id, policy_id);
CREATE INDEX ix_profile_os_minor_version_os_minor_version ON profile_os_minor_version USING btree (os_minor_version, profile_id);
CREATE INDEX ix_profile_ref_id ON profile USING btree (ref_id);
CREATE INDEX ix_profile_rule_rule_id ON profile_rule USING btree (rule_id);
CREATE INDEX ix_rule_group_security_guide_id_id ON rule_group USING btree (security_guide_id, id);
CREATE INDEX ix_rule_group_security_guide_id_precedence ON rule_group USING btree (security_guide_id, precedence, id);
CREATE INDEX ix_rule_result_failed ON rule_result USING btree (test_result_id) INCLUDE (rule_id, result) WHERE (result = ANY (ARRAY['fail'::text, 'error'::text, 'unknown'::text, 'fixed'::text]));
CREATE INDEX ix_rule_result_rule_id ON rule_result USING btree (rule_id);
CREATE INDEX ix_rule_rule_group_id ON rule USING btree (rule_group_id);
CREATE INDEX ix_rule_security_guide_id_dashed_ref_id ON rule USING btree (security_guide_id, replace(ref_id, '.'::text, '-'::text));
CREATE INDEX ix_rule_security_guide_id_id ON rule USING btree (security_guide_id, id);
CREATE INDEX ix_rule_security_guide_id_precedence ON rule USING btree (security_guide_id, precedence, id);
CREATE INDEX ix_rule_security_guide_id_remediation ON rule USING btree (security_guide_id, remediation_available, id);
CREATE INDEX ix_rule_security_guide_id_remediation_desc ON rule USING btree (security_guide_id, remediation_available DESC, id);
CREATE INDEX ix_rule_security_guide_id_severity ON rule USING btree (security_guide_id, severity_rank, id);
CREATE INDEX ix_rule_security_guide_id_severity_desc ON rule USING btree (security_guide_id, severity_rank DESC, id);
CREATE INDEX ix_rule_security_guide_id_title ON rule USING btree (security_guide_id, title_prefix, id);
CREATE INDEX ix_security_guide_os_major_version ON security_guide USING btree (os_major_version);
CREATE INDEX ix_system_org_id_display_name ON system USING btree (org_id, display_name, id) WHERE (deleted_at IS NULL);
CREATE INDEX ix_system_org_id_first_group ON system USING btree (org_id, first_group_prefix, id) WHERE (deleted_at IS NULL);
CREATE INDEX ix_system_org_id_first_group_desc ON system USING btree (org_id, first_group_prefix DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX ix_system_org_id_os_minor_version ON system USING btree (org_id, os_minor_version, id) WHERE (deleted_at IS NULL);
CREATE INDEX ix_system_org_id_os_minor_version_desc ON system USING btree (org_id, os_minor_version DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX ix_system_org_id_os_version ON system USING btree (org_id, os_major_version, os_minor_version, id) WHERE (deleted_at IS NULL);
CREATE INDEX ix_system_org_id_os_version_desc ON system USING btree (org_id, os_major_version DESC, os_minor_version DESC, id) WHERE (deleted_at IS NULL);
CREATE INDEX ix_system_org_id_registered_by ON system USING btree (org_id, registered_by, id) WHERE (deleted_at IS NULL);
CREATE INDEX ix_system_org_id_registered_by_removed ON system USING btree (org_id, registered_by) WHERE (deleted_at IS NOT NULL);
CREATE INDEX ix_tailoring_profile_id ON tailoring USING btree (profile_id);
CREATE INDEX ix_tailoring_rule_rule_id ON tailoring_rule USING btree (rule_id);
CREATE INDEX ix_test_result_report_id_end_time ON test_result USING btree (report_id, end_time, id);
CREATE INDEX ix_test_result_report_id_failed_rule_count ON test_result USING btree (report_id, failed_rule_count, id);
CREATE INDEX ix_test_result_report_id_score ON test_result USING btree (report_id, score, id);
CREATE INDEX ix_test_result_tailoring_id ON test_result USING btree (tailoring_id);
CREATE INDEX ix_value_definition_security_guide_id_id ON value_definition USING btree (security_guide_id, id);
CREATE INDEX ix_value_definition_security_guide_id_title ON value_definition USING btree (security_guide_id, title_prefix, id);
CREATE UNIQUE INDEX uq_policy_org_id_title ON policy USING btree (org_id, text_sha256(title));
CREATE TRIGGER count_policies_added AFTER INSERT ON policy REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policies();
CREATE TRIGGER count_policies_removed AFTER DELETE ON policy REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policies();
CREATE TRIGGER count_policy_systems_added AFTER INSERT ON policy_system REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policy_systems();
CREATE TRIGGER count_policy_systems_removed AFTER DELETE ON policy_system REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policy_systems();
ALTER TABLE ONLY fix ADD CONSTRAINT fk_fix_rule_id FOREIGN KEY (rule_id) REFERENCES rule(id) ON DELETE CASCADE;
ALTER TABLE ONLY policy ADD CONSTRAINT fk_policy_org_id FOREIGN KEY (org_id) REFERENCES account(org_id);
ALTER TABLE ONLY policy ADD CONSTRAINT fk_policy_profile_id FOREIGN KEY (profile_id, security_guide_id) REFERENCES profile(id, security_guide_id);
ALTER TABLE ONLY policy ADD CONSTRAINT fk_policy_security_guide_id FOREIGN KEY (security_guide_id, os_major_version) REFERENCES security_guide(id, os_major_version) ON UPDATE CASCADE;
ALTER TABLE ONLY policy_system ADD CONSTRAINT fk_policy_system_policy_id FOREIGN KEY (org_id, policy_id) REFERENCES policy(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY policy_system ADD CONSTRAINT fk_policy_system_system_id FOREIGN KEY (org_id, system_id) REFERENCES system(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY policy_tally ADD CONSTRAINT fk_policy_tally_org_id FOREIGN KEY (org_id) REFERENCES account(org_id);
ALTER TABLE ONLY profile_os_minor_version ADD CONSTRAINT fk_profile_os_minor_version_profile_id FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE;
ALTER TABLE ONLY profile_rule ADD CONSTRAINT fk_profile_rule_profile_id FOREIGN KEY (profile_id) REFERENCES profile(id) ON DELETE CASCADE;
ALTER TABLE ONLY profile_rule ADD CONSTRAINT fk_profile_rule_rule_id FOREIGN KEY (rule_id) REFERENCES rule(id) ON DELETE CASCADE;
ALTER TABLE ONLY profile ADD CONSTRAINT fk_profile_security_guide_id FOREIGN KEY (security_guide_id) REFERENCES security_guide(id) ON DELETE CASCADE;
ALTER TABLE ONLY rule_group ADD CONSTRAINT fk_rule_group_security_guide_id FOREIGN KEY (security_guide_id) REFERENCES security_guide(id) ON DELETE CASCADE;
ALTER TABLE ONLY rule_result ADD CONSTRAINT fk_rule_result_rule_id FOREIGN KEY (rule_id) REFERENCES rule(id);
ALTER TABLE ONLY rule_result ADD CONSTRAINT fk_rule_result_test_result_id FOREIGN KEY (org_id, test_result_id) REFERENCES test_result(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY rule ADD CONSTRAINT fk_rule_rule_group_id FOREIGN KEY (rule_group_id) REFERENCES rule_group(id) ON DELETE SET NULL;
ALTER TABLE ONLY rule ADD CONSTRAINT fk_rule_security_guide_id FOREIGN KEY (security_guide_id) REFERENCES security_guide(id) ON DELETE CASCADE;
ALTER TABLE ONLY system ADD CONSTRAINT fk_system_org_id FOREIGN KEY (org_id) REFERENCES account(org_id);
ALTER TABLE ONLY tailoring ADD CONSTRAINT fk_tailoring_policy_id FOREIGN KEY (org_id, policy_id) REFERENCES policy(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY tailoring ADD CONSTRAINT fk_tailoring_profile_id FOREIGN KEY (profile_id) REFERENCES profile(id);
ALTER TABLE ONLY tailoring_rule ADD CONSTRAINT fk_tailoring_rule_rule_id FOREIGN KEY (rule_id) REFERENCES rule(id);
ALTER TABLE ONLY tailoring_rule ADD CONSTRAINT fk_tailoring_rule_tailoring_id FOREIGN KEY (org_id, tailoring_id) REFERENCES tailoring(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY test_result ADD CONSTRAINT fk_test_result_report_id FOREIGN KEY (org_id, report_id) REFERENCES policy(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY test_result ADD CONSTRAINT fk_test_result_system_id FOREIGN KEY (org_id, system_id) REFERENCES system(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY test_result ADD CONSTRAINT fk_test_result_tailoring_id FOREIGN KEY (org_id, tailoring_id) REFERENCES tailoring(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY value_definition ADD CONSTRAINT fk_value_definition_security_guide_id FOREIGN KEY (security_guide_id) REFERENCES security_guide(id) ON DELETE CASCADE;
ALTER TABLE account ENABLE ROW LEVEL SECURITY;
CREATE POLICY account_org_isolation ON account USING ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif"))) WITH CHECK ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif")));
ALTER TABLE policy ENABLE ROW LEVEL SECURITY;
CREATE POLICY policy_org_isolation ON policy USING ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif"))) WITH CHECK ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif")));
ALTER TABLE policy_system ENABLE ROW LEVEL SECURITY;
CREATE POLICY policy_system_org_isolation ON policy_system USING ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif"))) WITH CHECK ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif")));
ALTER TABLE policy_tally ENABLE ROW LEVEL SECURITY;
CREATE POLICY policy_tally_org_isolation ON policy_tally USING ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif"))) WITH CHECK ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif")));
ALTER TABLE rule_result ENABLE ROW LEVEL SECURITY;
CREATE POLICY rule_result_org_isolation ON rule_result USING ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif"))) WITH CHECK ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif")));
ALTER TABLE system ENABLE ROW LEVEL SECURITY;
CREATE POLICY system_org_isolation ON system USING ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif"))) WITH CHECK ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif")));
ALTER TABLE tailoring ENABLE ROW LEVEL SECURITY;
CREATE POLICY tailoring_org_isolation ON tailoring USING ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif"))) WITH CHECK ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif")));
ALTER TABLE tailoring_rule ENABLE ROW LEVEL SECURITY;
CREATE POLICY tailoring_rule_org_isolation ON tailoring_rule USING ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif"))) WITH CHECK ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif")));
ALTER TABLE test_result ENABLE ROW LEVEL SECURITY;
CREATE POLICY test_result_org_isolation ON test_result USING ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif"))) WITH CHECK ((org_id = ( SELECT NULLIF(current_setting('app.org_id'::text, true), ''::text) AS "nullif")));
