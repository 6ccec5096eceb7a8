import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browsers that are signed in. */
export class CreateSessionTable1764250000000 implements MigrationInterface {
  name = 'CreateSessionTable1764250000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        CONSTRAINT pk_session PRIMARY KEY (id_hash),
        CONSTRAINT fk_session_username FOREIGN KEY (username) REFERENCES account (username) ON DELETE CASCADE,
        CONSTRAINT ck_session_caller
          CHECK (num_nonnulls(username, oidc_caller) = 1 AND (username IS NULL) = (credential IS NULL))
      )`);
    await runner.query(`CREATE INDEX ix_session_username ON session (username)`);
    await runner.query(`CREATE INDEX ix_session_last_seen_at ON session (last_seen_at)`);
    await runner.query(`CREATE INDEX ix_session_ends_at ON session (ends_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE session`);
  }
}
