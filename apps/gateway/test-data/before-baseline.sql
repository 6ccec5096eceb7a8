CREATE TABLE access_token (
    id uuid NOT NULL,
    token_hash text NOT NULL COLLATE pg_catalog."C",
    hint text NOT NULL,
    username text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    roles text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT ck_access_token_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))
);
CREATE TABLE account (
    username text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    org_id text NOT NULL COLLATE pg_catalog."C",
    roles text[] NOT NULL,
    password_hash text,
    credential uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text,
    disabled_at timestamp with time zone,
    join_group text,
    auto_import boolean DEFAULT false NOT NULL,
    is_of_cluster boolean DEFAULT false NOT NULL,
    CONSTRAINT ck_account_org_id CHECK (((char_length(org_id) >= 1) AND (char_length(org_id) <= 36))),
    CONSTRAINT ck_account_type CHECK ((type = ANY (ARRAY['User'::text, 'ServiceAccount'::text]))),
    CONSTRAINT ck_account_username CHECK ((username ~ '^[A-Za-z0-9._@-]{1,64}$'::text))
);
CREATE TABLE account_import (
    file text NOT NULL COLLATE pg_catalog."C",
    imported_at timestamp with time zone NOT NULL,
    accounts integer NOT NULL
);
CREATE TABLE agent_assertion (
    kid text NOT NULL COLLATE pg_catalog."C",
    jti text NOT NULL COLLATE pg_catalog."C",
    ends_at timestamp with time zone NOT NULL
);
CREATE TABLE agent_key (
    kid text NOT NULL COLLATE pg_catalog."C",
    username text NOT NULL COLLATE pg_catalog."C",
    x text NOT NULL COLLATE pg_catalog."C",
    join_token_id uuid,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone
);
CREATE TABLE audit_event (
    id bigint NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    service text NOT NULL,
    username text COLLATE pg_catalog."C",
    org_id text COLLATE pg_catalog."C",
    claimed text COLLATE pg_catalog."C",
    address text NOT NULL,
    request_id text NOT NULL,
    method text NOT NULL,
    target text NOT NULL COLLATE pg_catalog."C",
    facts jsonb NOT NULL,
    outcome text NOT NULL,
    status integer NOT NULL,
    location text,
    error_type text,
    subject text COLLATE pg_catalog."C",
    issuer text COLLATE pg_catalog."C",
    login text
)
PARTITION BY RANGE (occurred_at);
ALTER TABLE audit_event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME audit_event_id_seq START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1);
CREATE TABLE join_token (
    id uuid NOT NULL,
    token_hash text NOT NULL COLLATE pg_catalog."C",
    org_id text NOT NULL COLLATE pg_catalog."C",
    agent_name text COLLATE pg_catalog."C",
    agent_subject text COLLATE pg_catalog."C",
    name_pattern text COLLATE pg_catalog."C",
    uses integer NOT NULL,
    used integer NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by text COLLATE pg_catalog."C",
    group_name text,
    auto_import boolean DEFAULT false NOT NULL,
    CONSTRAINT ck_join_token_used CHECK (((used >= 0) AND (used <= uses)))
);
CREATE TABLE join_token_use (
    join_token_id uuid NOT NULL,
    agent_name text NOT NULL COLLATE pg_catalog."C",
    kid text NOT NULL COLLATE pg_catalog."C",
    used_at timestamp with time zone NOT NULL
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
CREATE TABLE session (
    id_hash text NOT NULL COLLATE pg_catalog."C",
    username text COLLATE pg_catalog."C",
    credential uuid,
    oidc_caller jsonb,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    subject text COLLATE pg_catalog."C",
    CONSTRAINT ck_session_caller CHECK (((num_nonnulls(username, oidc_caller) = 1) AND ((username IS NULL) = (credential IS NULL))))
);
ALTER TABLE ONLY migration ALTER COLUMN id SET DEFAULT nextval('migration_id_seq'::regclass);
INSERT INTO migration VALUES (1, 1764230000000, 'CreateAccountTables1764230000000');
INSERT INTO migration VALUES (2, 1764230100000, 'RememberAccountImports1764230100000');
INSERT INTO migration VALUES (3, 1764240000000, 'CreateAgentTables1764240000000');
INSERT INTO migration VALUES (4, 1764250000000, 'CreateSessionTable1764250000000');
INSERT INTO migration VALUES (5, 1764250100000, 'CreateAccessTokenTable1764250100000');
INSERT INTO migration VALUES (6, 1764280000000, 'CreateAuditEvent1764280000000');
INSERT INTO migration VALUES (7, 1764290000000, 'CountSessions1764290000000');
INSERT INTO migration VALUES (8, 1764310000000, 'JoinGroups1764310000000');
INSERT INTO migration VALUES (9, 1764340000000, 'NameSubjectsInAuditEvents1764340000000');
INSERT INTO migration VALUES (10, 1764341000000, 'EndCredentials1764341000000');
SELECT pg_catalog.setval('audit_event_id_seq', 1, false);
SELECT pg_catalog.setval('migration_id_seq', 10, true);
ALTER TABLE ONLY access_token ADD CONSTRAINT pk_access_token PRIMARY KEY (id);
ALTER TABLE ONLY account ADD CONSTRAINT pk_account PRIMARY KEY (username);
ALTER TABLE ONLY account_import ADD CONSTRAINT pk_account_import PRIMARY KEY (file);
ALTER TABLE ONLY agent_assertion ADD CONSTRAINT pk_agent_assertion PRIMARY KEY (kid, jti);
ALTER TABLE ONLY agent_key ADD CONSTRAINT pk_agent_key PRIMARY KEY (kid);
ALTER TABLE ONLY audit_event ADD CONSTRAINT pk_audit_event PRIMARY KEY (id, occurred_at);
ALTER TABLE ONLY join_token ADD CONSTRAINT pk_join_token PRIMARY KEY (id);
ALTER TABLE ONLY join_token_use ADD CONSTRAINT pk_join_token_use PRIMARY KEY (join_token_id, agent_name);
ALTER TABLE ONLY migration ADD CONSTRAINT pk_migration PRIMARY KEY (id);
ALTER TABLE ONLY session ADD CONSTRAINT pk_session PRIMARY KEY (id_hash);
ALTER TABLE ONLY access_token ADD CONSTRAINT uq_access_token_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY account ADD CONSTRAINT uq_account_subject UNIQUE (subject);
ALTER TABLE ONLY join_token ADD CONSTRAINT uq_join_token_token_hash UNIQUE (token_hash);
CREATE INDEX ix_access_token_created_by ON access_token USING btree (created_by);
CREATE INDEX ix_access_token_username ON access_token USING btree (username);
CREATE INDEX ix_account_lower_username ON account USING btree (lower(username));
CREATE INDEX ix_account_org_id ON account USING btree (org_id);
CREATE INDEX ix_agent_assertion_ends_at ON agent_assertion USING btree (ends_at);
CREATE INDEX ix_agent_key_username ON agent_key USING btree (username);
CREATE INDEX ix_audit_event_org_id ON ONLY audit_event USING btree (org_id, occurred_at DESC, id DESC);
CREATE INDEX ix_audit_event_subject ON ONLY audit_event USING btree (org_id, subject, occurred_at DESC, id DESC) WHERE (subject IS NOT NULL);
CREATE INDEX ix_audit_event_username ON ONLY audit_event USING btree (org_id, username, occurred_at DESC, id DESC);
CREATE INDEX ix_join_token_created_by ON join_token USING btree (created_by);
CREATE INDEX ix_join_token_org_id ON join_token USING btree (org_id);
CREATE INDEX ix_session_ends_at ON session USING btree (ends_at);
CREATE INDEX ix_session_last_seen_at ON session USING btree (last_seen_at);
CREATE INDEX ix_session_subject ON session USING btree (subject);
CREATE INDEX ix_session_username ON session USING btree (username);
ALTER TABLE ONLY access_token ADD CONSTRAINT fk_access_token_username FOREIGN KEY (username) REFERENCES account(username) ON DELETE CASCADE;
ALTER TABLE ONLY agent_key ADD CONSTRAINT fk_agent_key_account FOREIGN KEY (username) REFERENCES account(username) ON DELETE CASCADE;
ALTER TABLE ONLY join_token_use ADD CONSTRAINT fk_join_token_use_join_token FOREIGN KEY (join_token_id) REFERENCES join_token(id) ON DELETE CASCADE;
ALTER TABLE ONLY session ADD CONSTRAINT fk_session_username FOREIGN KEY (username) REFERENCES account(username) ON DELETE CASCADE;
REVOKE ALL ON TABLE audit_event FROM CURRENT_USER;
GRANT SELECT,INSERT,REFERENCES,TRIGGER,MAINTAIN ON TABLE audit_event TO CURRENT_USER;
