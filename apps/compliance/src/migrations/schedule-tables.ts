/** Schedules of scans and of evidence by mail, and scans that agents carry out. */
export const SCHEDULE_TABLES = `
  CREATE TABLE scan_schedule (
    policy_id uuid NOT NULL,
    org_id text COLLATE "C" NOT NULL,
    interval_hours integer,
    updated_at timestamptz NOT NULL,
    cron text COLLATE "C",
    time_zone text COLLATE "C",
    spread_minutes integer,
    CONSTRAINT pk_scan_schedule PRIMARY KEY (policy_id),
    CONSTRAINT fk_scan_schedule_policy_id FOREIGN KEY (org_id, policy_id)
      REFERENCES policy (org_id, id) ON DELETE CASCADE,
    CONSTRAINT ck_scan_schedule_interval_hours CHECK (interval_hours BETWEEN 1 AND 8760),
    CONSTRAINT ck_scan_schedule_timing
      CHECK (num_nonnulls(interval_hours, cron) = 1 AND num_nonnulls(cron, time_zone, spread_minutes) IN (0, 3))
  );

  CREATE TABLE scan (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    org_id text COLLATE "C" NOT NULL,
    policy_id uuid NOT NULL,
    system_id uuid NOT NULL,
    state text COLLATE "C" NOT NULL,
    -- why there is no result
    reason text COLLATE "C",
    -- rules that the scanner has come to
    evaluated_rule_count integer NOT NULL DEFAULT 0,
    -- name of the login; null: the schedule
    asked_by text COLLATE "C",
    created_at timestamptz NOT NULL,
    started_at timestamptz,
    ended_at timestamptz,
    -- no key: results are replaced
    test_result_id uuid,
    CONSTRAINT pk_scan PRIMARY KEY (id),
    CONSTRAINT fk_scan_policy_id FOREIGN KEY (org_id, policy_id) REFERENCES policy (org_id, id) ON DELETE CASCADE,
    CONSTRAINT fk_scan_system_id FOREIGN KEY (org_id, system_id) REFERENCES system (org_id, id) ON DELETE CASCADE,
    CONSTRAINT ck_scan_ended_at CHECK ((ended_at IS NULL) = (state IN ('queued', 'offered', 'running')))
  );
  CREATE UNIQUE INDEX uq_scan_open ON scan (system_id, policy_id) WHERE ended_at IS NULL;
  CREATE INDEX ix_scan_policy_id_system_id ON scan (policy_id, system_id, created_at DESC, id);
  CREATE INDEX ix_scan_system_id ON scan (system_id, created_at DESC, id);
  CREATE INDEX ix_scan_org_id_created_at ON scan (org_id, created_at, id);

  -- Evidence of a policy that is mailed and posted to channels on a schedule.
  CREATE TABLE evidence_schedule (
    org_id text COLLATE "C" NOT NULL,
    policy_id uuid NOT NULL,
    files text[] NOT NULL,
    cron text NOT NULL,
    time_zone text NOT NULL,
    people text[] NOT NULL,
    roles text[] NOT NULL,
    addresses text[] NOT NULL,
    -- the caller who set it
    author jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    -- the moment that is being served, or comes next
    due_at timestamptz,
    -- of the next attempt; null while it is off
    next_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    -- of former attempts for this moment
    outcomes jsonb NOT NULL DEFAULT '[]',
    attempted_at timestamptz,
    outcome text,
    problem text,
    channels jsonb NOT NULL DEFAULT '[]',
    CONSTRAINT pk_evidence_schedule PRIMARY KEY (policy_id),
    CONSTRAINT fk_evidence_schedule_policy_id FOREIGN KEY (org_id, policy_id)
      REFERENCES policy (org_id, id) ON DELETE CASCADE
  );
  CREATE INDEX ix_evidence_schedule_next_at ON evidence_schedule (org_id, next_at);

  -- Read across organisations: where to look, and when.
  CREATE TABLE evidence_organisation (
    id text COLLATE "C" NOT NULL,
    next_at timestamptz NOT NULL,
    CONSTRAINT pk_evidence_organisation PRIMARY KEY (id)
  );
`;

/** Facts for monitoring about systems and policies, and the state that was reported last. */
export const MONITORING_TABLES = `
  -- What was last written down for monitoring of a system and policy; no keys, for it outlives both.
  CREATE TABLE monitoring_state (
    org_id text COLLATE "C" NOT NULL,
    policy_id uuid NOT NULL,
    system_id uuid NOT NULL,
    agent_name text COLLATE "C" NOT NULL,
    -- of the login that reported the system as its host
    subject text COLLATE "C" NOT NULL,
    -- of the newest fact, in microseconds since the epoch
    moment bigint NOT NULL,
    test_result_id uuid,
    verdict text COLLATE "C",
    verdict_with_exceptions text COLLATE "C",
    score_with_exceptions double precision,
    is_stale boolean NOT NULL DEFAULT false,
    -- up to when monitoring was told of expiring exceptions
    warned_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_monitoring_state PRIMARY KEY (org_id, policy_id, system_id)
  );

  CREATE TABLE monitoring_fact (
    id bigint GENERATED ALWAYS AS IDENTITY,
    org_id text COLLATE "C" NOT NULL,
    system_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    fact jsonb NOT NULL,
    -- set aside with the others of its host
    is_waiting boolean NOT NULL DEFAULT false,
    CONSTRAINT pk_monitoring_fact PRIMARY KEY (org_id, id)
  );
  CREATE INDEX ix_monitoring_fact_ready ON monitoring_fact (org_id, id) WHERE NOT is_waiting;
  CREATE INDEX ix_monitoring_fact_system_id ON monitoring_fact (org_id, system_id, id);

  -- Hosts that are missing in the inventory of monitoring, with the time of the next retry.
  CREATE TABLE monitoring_wait (
    org_id text COLLATE "C" NOT NULL,
    system_id uuid NOT NULL,
    since timestamptz NOT NULL,
    due_at timestamptz NOT NULL,
    CONSTRAINT pk_monitoring_wait PRIMARY KEY (org_id, system_id)
  );
  CREATE INDEX ix_monitoring_wait_due_at ON monitoring_wait (org_id, due_at);

  -- Organisations that what time does is looked at for: row-level security leaves no connection that sees them all.
  CREATE TABLE swept_organisation (
    id text COLLATE "C" NOT NULL,
    swept_at timestamptz NOT NULL,
    CONSTRAINT pk_swept_organisation PRIMARY KEY (id)
  );

  -- Public keys of the processes of this service, which keep the private ones in memory.
  CREATE TABLE service_key (
    kid text COLLATE "C" NOT NULL,
    public_key jsonb NOT NULL,
    seen_at timestamptz NOT NULL,
    CONSTRAINT pk_service_key PRIMARY KEY (kid)
  );
`;
