import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys of agents, and the join tokens with which they become known. See rule agents-10. */
export class CreateAgentTables1764240000000 implements MigrationInterface {
  name = 'CreateAgentTables1764240000000';

  async up(runner: QueryRunner): Promise<void> {
    // No version that was released has it.
    await runner.query('DROP TABLE enrolment');
    await runner.query(`
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
        CONSTRAINT pk_join_token PRIMARY KEY (id),
        CONSTRAINT uq_join_token_token_hash UNIQUE (token_hash),
        CONSTRAINT ck_join_token_used CHECK (used BETWEEN 0 AND uses)
      )`);

    await runner.query(`
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
      )`);
    await runner.query('CREATE INDEX ix_agent_key_username ON agent_key (username)');

    await runner.query(`
      CREATE TABLE join_token_use (
        join_token_id uuid NOT NULL,
        -- of the agent; it is remembered after the agent was removed
        agent_name text COLLATE "C" NOT NULL,
        kid text COLLATE "C" NOT NULL,
        used_at timestamptz NOT NULL,
        CONSTRAINT pk_join_token_use PRIMARY KEY (join_token_id, agent_name),
        CONSTRAINT fk_join_token_use_join_token FOREIGN KEY (join_token_id) REFERENCES join_token (id) ON DELETE CASCADE
      )`);

    await runner.query(`
      CREATE TABLE agent_assertion (
        kid text COLLATE "C" NOT NULL,
        -- of an assertion that was used
        jti text COLLATE "C" NOT NULL,
        -- from then on it is refused anyway
        ends_at timestamptz NOT NULL,
        CONSTRAINT pk_agent_assertion PRIMARY KEY (kid, jti)
      )`);
    await runner.query('CREATE INDEX ix_agent_assertion_ends_at ON agent_assertion (ends_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE agent_assertion');
    await runner.query('DROP TABLE join_token_use');
    await runner.query('DROP TABLE agent_key');
    await runner.query('DROP TABLE join_token');
    await runner.query(`
      CREATE TABLE enrolment (
        username text COLLATE "C" NOT NULL,
        org_id text COLLATE "C" NOT NULL,
        token_hash text COLLATE "C" NOT NULL,
        invited_with uuid,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        used_hash text,
        used_credential uuid,
        CONSTRAINT pk_enrolment PRIMARY KEY (username),
        CONSTRAINT uq_enrolment_token_hash UNIQUE (token_hash)
      )`);
  }
}
