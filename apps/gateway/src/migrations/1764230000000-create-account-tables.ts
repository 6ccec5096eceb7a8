import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Local accounts (rule platform-2) and the one-time tokens with which agents enrol (rule agents-1). */
export class CreateAccountTables1764230000000 implements MigrationInterface {
  name = 'CreateAccountTables1764230000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        CONSTRAINT pk_account PRIMARY KEY (username),
        CONSTRAINT uq_account_subject UNIQUE (subject),
        CONSTRAINT ck_account_username CHECK (username ~ '^[A-Za-z0-9._@-]{1,64}$'),
        CONSTRAINT ck_account_type CHECK (type IN ('User', 'ServiceAccount')),
        CONSTRAINT ck_account_org_id CHECK (char_length(org_id) BETWEEN 1 AND 36)
      )`);

    await runner.query(`
      CREATE TABLE enrolment (
        -- the account that may be made; there need not be one yet
        username text COLLATE "C" NOT NULL,
        org_id text COLLATE "C" NOT NULL,
        -- SHA-256, base64url
        token_hash text COLLATE "C" NOT NULL,
        -- credential of the account when the token was made; null when there was no account
        invited_with uuid,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        -- of the token and the password it was used with
        used_hash text,
        -- credential that the account got by it
        used_credential uuid,
        CONSTRAINT pk_enrolment PRIMARY KEY (username),
        CONSTRAINT uq_enrolment_token_hash UNIQUE (token_hash)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE enrolment`);
    await runner.query(`DROP TABLE account`);
  }
}
