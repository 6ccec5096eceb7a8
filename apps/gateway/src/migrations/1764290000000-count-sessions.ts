import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many sessions a caller has, be it of an account or of the OIDC issuer; and the accounts of an organisation. */
export class CountSessions1764290000000 implements MigrationInterface {
  name = 'CountSessions1764290000000';

  async up(runner: QueryRunner): Promise<void> {
    // Of whom it is; null for a session that an earlier version began.
    await runner.query(`ALTER TABLE session ADD COLUMN subject text COLLATE "C"`);
    await runner.query(`CREATE INDEX ix_session_subject ON session (subject)`);
    await runner.query(`CREATE INDEX ix_account_org_id ON account (org_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_account_org_id`);
    await runner.query(`ALTER TABLE session DROP COLUMN subject`);
  }
}
