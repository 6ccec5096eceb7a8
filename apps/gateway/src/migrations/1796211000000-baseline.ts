import { dropTables } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, their credentials, agents, audit events, and files of the console. */
export class Baseline1796211000000 implements MigrationInterface {
  name = 'Baseline1796211000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropTables([TABLES]));
  }
}

const TABLES = `
  -- Local accounts (rule platform-2).
  CREATE TABLE account (
    username text COLLATE "C" NOT NULL,
    -- the stable identity; unlike the name it never comes back after a removal
    subject text COLLATE "C" NOT NULL,
    type text NOT NULL,
    org_id text COLLATE "C" NOT NULL,
    roles text[] NOT NULL,
    -- argon2id in PHC string format; null for an account that has no password
    password_hash text,
    -- made up with every password: what was given out for an earlier one has ended
    credential uuid NOT NULL,
    created_at timestamptz NOT NULL,
    -- subject of the account that made it
    created_by text,
    disabled_at timestamptz,
    -- of an agent, as its join token said
    join_group text,
    auto_import boolean NOT NULL DEFAULT false,
    -- enrolled with a service-account token of the cluster
    is_of_cluster boolean NOT NULL DEFAULT false,
    -- of the person, to show; separate from the login
    name text,
    CONSTRAINT pk_account PRIMARY KEY (username),
    CONSTRAINT uq_account_subject UNIQUE (subject),
    CONSTRAINT ck_account_username CHECK (username ~ '^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$'),
    CONSTRAINT ck_account_type CHECK (type IN ('User', 'ServiceAccount')),
    CONSTRAINT ck_account_org_id CHECK (char_length(org_id) BETWEEN 1 AND 36)
  );
  CREATE INDEX ix_account_org_id ON account (org_id);
  CREATE INDEX ix_account_lower_username ON account (lower(username));

  -- Browsers that are signed in.
  CREATE TABLE session (
    -- SHA-256 of the cookie's value, base64url
    id_hash text COLLATE "C" NOT NULL,
    -- the local account; null for a caller of the OIDC issuer
    username text COLLATE "C",
    -- of the account when the session began: another password ends it
    credential uuid,
    oidc_caller jsonb,
    created_at timestamptz NOT NULL,
    -- written at most once a minute
    last_seen_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    -- of the caller
    subject text COLLATE "C" NOT NULL,
    CONSTRAINT pk_session PRIMARY KEY (id_hash),
    CONSTRAINT fk_session_username FOREIGN KEY (username) REFERENCES account (username) ON DELETE CASCADE,
    CONSTRAINT ck_session_caller
      CHECK (num_nonnulls(username, oidc_caller) = 1 AND (username IS NULL) = (credential IS NULL))
  );
  CREATE INDEX ix_session_username ON session (username);
  CREATE INDEX ix_session_last_seen_at ON session (last_seen_at);
  CREATE INDEX ix_session_ends_at ON session (ends_at);
  CREATE INDEX ix_session_subject ON session (subject);

  -- Tokens with which programs log in.
  CREATE TABLE access_token (
    id uuid NOT NULL,
    -- SHA-256, base64url
    token_hash text COLLATE "C" NOT NULL,
    -- its beginning, by which people recognise it
    hint text NOT NULL,
    -- the account as which it logs in
    username text COLLATE "C" NOT NULL,
    name text NOT NULL,
    -- of which those count that the account still covers
    roles text[] NOT NULL,
    created_at timestamptz NOT NULL,
    -- subject of who made it
    created_by text NOT NULL,
    expires_at timestamptz,
    -- written at most once a minute
    last_used_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT pk_access_token PRIMARY KEY (id),
    CONSTRAINT uq_access_token_token_hash UNIQUE (token_hash),
    CONSTRAINT fk_access_token_username FOREIGN KEY (username) REFERENCES account (username) ON DELETE CASCADE,
    CONSTRAINT ck_access_token_name CHECK (char_length(name) BETWEEN 1 AND 100)
  );
  CREATE INDEX ix_access_token_username ON access_token (username);
  CREATE INDEX ix_access_token_created_by ON access_token (created_by);

  -- Join tokens, with which agents become known, and the keys of agents (rule agents-10).
  CREATE TABLE join_token (
    id uuid NOT NULL,
    -- SHA-256, base64url
    token_hash text COLLATE "C" NOT NULL,
    org_id text COLLATE "C" NOT NULL,
    -- the one agent that it is for; null for any
    agent_name text COLLATE "C",
    -- of the account that this agent had when the token was made
    agent_subject text COLLATE "C",
    name_pattern text COLLATE "C",
    uses integer NOT NULL,
    used integer NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    -- subject of the account that made it
    created_by text COLLATE "C",
    -- of monitoring; null for none
    group_name text,
    auto_import boolean NOT NULL DEFAULT false,
    CONSTRAINT pk_join_token PRIMARY KEY (id),
    CONSTRAINT uq_join_token_token_hash UNIQUE (token_hash),
    CONSTRAINT ck_join_token_used CHECK (used BETWEEN 0 AND uses)
  );
  CREATE INDEX ix_join_token_org_id ON join_token (org_id);
  CREATE INDEX ix_join_token_created_by ON join_token (created_by);

  CREATE TABLE join_token_use (
    join_token_id uuid NOT NULL,
    -- of the agent; it is remembered after the agent was removed
    agent_name text COLLATE "C" NOT NULL,
    kid text COLLATE "C" NOT NULL,
    used_at timestamptz NOT NULL,
    CONSTRAINT pk_join_token_use PRIMARY KEY (join_token_id, agent_name),
    CONSTRAINT fk_join_token_use_join_token FOREIGN KEY (join_token_id) REFERENCES join_token (id) ON DELETE CASCADE
  );

  CREATE TABLE agent_key (
    -- RFC 7638 thumbprint
    kid text COLLATE "C" NOT NULL,
    username text COLLATE "C" NOT NULL,
    -- the public half, base64url
    x text COLLATE "C" NOT NULL,
    join_token_id uuid,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT pk_agent_key PRIMARY KEY (kid),
    CONSTRAINT fk_agent_key_account FOREIGN KEY (username) REFERENCES account (username) ON DELETE CASCADE
  );
  CREATE INDEX ix_agent_key_username ON agent_key (username);

  CREATE TABLE agent_assertion (
    kid text COLLATE "C" NOT NULL,
    -- of an assertion that was used
    jti text COLLATE "C" NOT NULL,
    -- from then on it is refused anyway
    ends_at timestamptz NOT NULL,
    CONSTRAINT pk_agent_assertion PRIMARY KEY (kid, jti)
  );
  CREATE INDEX ix_agent_assertion_ends_at ON agent_assertion (ends_at);

  -- Changes and refusals of all services. The service makes the partitions, a month each.
  CREATE TABLE audit_event (
    id bigint GENERATED ALWAYS AS IDENTITY,
    occurred_at timestamptz NOT NULL,
    service text NOT NULL,
    username text COLLATE "C",
    org_id text COLLATE "C",
    -- the account that refused credentials name
    claimed text COLLATE "C",
    address text NOT NULL,
    request_id text NOT NULL,
    method text NOT NULL,
    -- path and query
    target text COLLATE "C" NOT NULL,
    facts jsonb NOT NULL,
    outcome text NOT NULL,
    status integer NOT NULL,
    location text,
    error_type text,
    subject text COLLATE "C",
    -- who vouches for the name; null for accounts of the product
    issuer text COLLATE "C",
    -- which credentials were sent
    login text,
    CONSTRAINT pk_audit_event PRIMARY KEY (id, occurred_at)
  ) PARTITION BY RANGE (occurred_at);
  CREATE INDEX ix_audit_event_org_id ON audit_event (org_id, occurred_at DESC, id DESC);
  CREATE INDEX ix_audit_event_username ON audit_event (org_id, username, occurred_at DESC, id DESC);
  CREATE INDEX ix_audit_event_subject
    ON audit_event (org_id, subject, occurred_at DESC, id DESC) WHERE subject IS NOT NULL;
  -- The owner could grant itself these rights again; a defect in a statement cannot use them.
  REVOKE UPDATE, DELETE, TRUNCATE ON audit_event FROM CURRENT_USER;

  -- Files of console builds that replicas serve or recently served.
  CREATE TABLE console_file (
    -- holds a hash of the content
    name text COLLATE "C" NOT NULL,
    content bytea NOT NULL,
    -- a replica of its build served the page about then
    used_at timestamptz NOT NULL,
    CONSTRAINT pk_console_file PRIMARY KEY (name)
  );
`;
