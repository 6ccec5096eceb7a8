import { IS_OF_ORG } from '@wardstone/database';

/** Columns of a view of single results. An id is made of what it stands for (RFC 9562, version 8). */
const RULE_RESULTS = `
  SELECT overlay(overlay(md5(o.test_result_id::text || n.rule_id::text) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid AS id,
         o.org_id, o.test_result_id, n.rule_id, o.result
    FROM rule_outcome o
    CROSS JOIN LATERAL unnest(o.rule_numbers) AS given (number)
    JOIN rule_number n ON n.number = given.number`;

/**
 * Results of scans, the numbers of their days, and checklists. Rule results are lists of rule numbers, one for each outcome: a
 * fortieth of a row for each rule with its keys. A report has the id of its policy.
 */
export const RESULT_TABLES = `
  CREATE TABLE test_result (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    org_id text COLLATE "C" NOT NULL,
    tailoring_id uuid NOT NULL,
    report_id uuid NOT NULL,
    system_id uuid NOT NULL,
    start_time timestamptz,
    end_time timestamptz NOT NULL,
    -- 0 to 100; null when the scanner gave none
    score double precision,
    supported boolean NOT NULL,
    failed_rule_count integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    passed_rule_count integer NOT NULL,
    not_applicable_rule_count integer,
    is_newest boolean NOT NULL DEFAULT true,
    -- of the decoded document
    sha256 text COLLATE "C",
    -- whether a row of policy_system stands for its system and report
    is_assigned boolean NOT NULL DEFAULT true,
    not_checked_rule_count integer,
    informational_rule_count integer,
    not_selected_rule_count integer,
    CONSTRAINT pk_test_result PRIMARY KEY (id),
    CONSTRAINT uq_test_result_org_id_id UNIQUE (org_id, id),
    CONSTRAINT uq_test_result_system_id_tailoring_id_end_time UNIQUE (system_id, tailoring_id, end_time),
    CONSTRAINT fk_test_result_tailoring_id FOREIGN KEY (org_id, tailoring_id)
      REFERENCES tailoring (org_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_test_result_report_id FOREIGN KEY (org_id, report_id)
      REFERENCES policy (org_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_test_result_system_id FOREIGN KEY (org_id, system_id)
      REFERENCES system (org_id, id) ON DELETE CASCADE
  );
  CREATE INDEX ix_test_result_tailoring_id ON test_result (tailoring_id);
  CREATE INDEX ix_test_result_report_id_system_id ON test_result (report_id, system_id, end_time);
  -- Lists show only the newest results, so what they read does not grow with the history. The first one counts a report.
  CREATE UNIQUE INDEX uq_test_result_newest ON test_result (report_id, system_id)
    INCLUDE (org_id, id, supported, score, failed_rule_count, passed_rule_count, end_time, is_assigned) WHERE is_newest;
  CREATE INDEX ix_test_result_newest_score ON test_result (report_id, score, id) WHERE is_newest;
  CREATE INDEX ix_test_result_newest_end_time ON test_result (report_id, end_time, id) WHERE is_newest;
  CREATE INDEX ix_test_result_newest_failed ON test_result (report_id, failed_rule_count, id) WHERE is_newest;

  CREATE TABLE rule_outcome (
    org_id text COLLATE "C" NOT NULL,
    test_result_id uuid NOT NULL,
    -- that was scanned with: it cannot go
    security_guide_id uuid NOT NULL,
    result text COLLATE "C" NOT NULL,
    rule_numbers integer[] NOT NULL,
    CONSTRAINT pk_rule_outcome PRIMARY KEY (test_result_id, result),
    CONSTRAINT fk_rule_outcome_test_result_id FOREIGN KEY (org_id, test_result_id)
      REFERENCES test_result (org_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_rule_outcome_security_guide_id FOREIGN KEY (security_guide_id) REFERENCES security_guide (id)
  );
  CREATE INDEX ix_rule_outcome_security_guide_id ON rule_outcome (security_guide_id);

  -- What scans decided alone; every_rule_result has the others, too.
  CREATE VIEW rule_result WITH (security_invoker = true) AS
  ${RULE_RESULTS} WHERE o.result IN ('pass', 'fail', 'error', 'unknown', 'fixed');
  CREATE VIEW every_rule_result WITH (security_invoker = true) AS
  ${RULE_RESULTS};

  -- What the last scan of a day came to, by the threshold of that day.
  CREATE TABLE result_day (
    org_id text COLLATE "C" NOT NULL,
    report_id uuid NOT NULL,
    system_id uuid NOT NULL,
    day date NOT NULL,
    verdict text COLLATE "C" NOT NULL,
    score double precision,
    failed_rule_count integer NOT NULL,
    passed_rule_count integer NOT NULL,
    -- null where it was not kept
    verdict_with_exceptions text COLLATE "C",
    score_with_exceptions double precision,
    CONSTRAINT pk_result_day PRIMARY KEY (report_id, system_id, day),
    CONSTRAINT fk_result_day_report_id FOREIGN KEY (org_id, report_id)
      REFERENCES policy (org_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_result_day_system_id FOREIGN KEY (org_id, system_id)
      REFERENCES system (org_id, id) ON DELETE CASCADE
  );
  CREATE INDEX ix_result_day_system_id ON result_day (system_id);

  -- The numbers of a report at the end of a day, over all systems of the policy.
  CREATE TABLE report_day (
    org_id text COLLATE "C" NOT NULL,
    report_id uuid NOT NULL,
    day date NOT NULL,
    reported integer NOT NULL,
    compliant integer NOT NULL,
    unsupported integer NOT NULL,
    not_applicable integer NOT NULL,
    score double precision,
    -- null where it was not counted
    stale integer,
    compliant_with_exceptions integer,
    score_with_exceptions double precision,
    stale_compliant integer,
    stale_compliant_with_exceptions integer,
    CONSTRAINT pk_report_day PRIMARY KEY (report_id, day),
    CONSTRAINT fk_report_day_report_id FOREIGN KEY (org_id, report_id)
      REFERENCES policy (org_id, id) ON DELETE CASCADE
  );

  -- Fields of imported checklists that nothing else contains.
  CREATE TABLE checklist (
    org_id text COLLATE "C" NOT NULL,
    policy_id uuid NOT NULL,
    system_id uuid NOT NULL,
    -- compressed JSON
    kept bytea NOT NULL,
    imported_at timestamptz NOT NULL,
    imported_by_name text NOT NULL,
    CONSTRAINT pk_checklist PRIMARY KEY (policy_id, system_id),
    CONSTRAINT fk_checklist_policy_id FOREIGN KEY (org_id, policy_id)
      REFERENCES policy (org_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_checklist_system_id FOREIGN KEY (org_id, system_id)
      REFERENCES system (org_id, id) ON DELETE CASCADE
  );
  CREATE INDEX ix_checklist_system_id ON checklist (system_id);
`;

/**
 * Waivers. Requests, decisions and withdrawals are in rows that are never deleted: row-level security prevents everyone, the
 * owner included, from deleting them or changing ended ones. Policies and systems are stored without foreign keys, because the
 * row outlives them.
 */
export const WAIVER_TABLE = `
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
    -- what the rule comes to by a review, or planned for a finding that is being mended; null: an exception
    result text COLLATE "C",
    -- of a finding that is being mended
    owner text,
    CONSTRAINT pk_waiver PRIMARY KEY (id),
    CONSTRAINT fk_waiver_org_id FOREIGN KEY (org_id) REFERENCES account (org_id),
    CONSTRAINT ck_waiver_scope CHECK (num_nonnulls(policy_id, group_id, system_ids) > 0),
    CONSTRAINT ck_waiver_decision CHECK (decision IN ('approved', 'rejected')),
    CONSTRAINT ck_waiver_decided CHECK (num_nulls(decision, decided_at, decided_by, decided_by_name) IN (0, 4)),
    CONSTRAINT ck_waiver_withdrawn CHECK (num_nulls(withdrawn_at, withdrawn_by, withdrawn_by_name) IN (0, 3)),
    CONSTRAINT ck_waiver_result CHECK (result IN ('pass', 'fail', 'notapplicable', 'planned'))
  );
  CREATE INDEX ix_waiver_org_id_requested_at ON waiver (org_id, requested_at, id);
  -- By past time as well, including those withdrawn since.
  CREATE INDEX ix_waiver_approved ON waiver (org_id, expires_at) WHERE decision = 'approved';
  CREATE INDEX ix_waiver_rule_ref_id ON waiver (org_id, rule_ref_id) WHERE decision = 'approved';
  CREATE INDEX ix_waiver_unnoted ON waiver (org_id, expires_at)
    WHERE decision = 'approved' AND withdrawn_at IS NULL AND expiry_noted_at IS NULL;
  ALTER TABLE waiver ENABLE ROW LEVEL SECURITY;
  ALTER TABLE waiver FORCE ROW LEVEL SECURITY;
  CREATE POLICY waiver_read ON waiver FOR SELECT USING (${IS_OF_ORG});
  CREATE POLICY waiver_ask ON waiver FOR INSERT WITH CHECK (${IS_OF_ORG});
  CREATE POLICY waiver_decide ON waiver FOR UPDATE
    USING (${IS_OF_ORG} AND withdrawn_at IS NULL AND decision IS DISTINCT FROM 'rejected') WITH CHECK (${IS_OF_ORG});
`;
