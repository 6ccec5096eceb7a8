import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens with which programs log in. */
export class CreateAccessTokenTable1764250100000 implements MigrationInterface {
  name = 'CreateAccessTokenTable1764250100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
      )`);
    await runner.query(`CREATE INDEX ix_access_token_username ON access_token (username)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE access_token`);
  }
}
