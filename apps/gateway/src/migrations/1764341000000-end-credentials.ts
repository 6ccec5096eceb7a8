import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What ends with credentials is found by its maker; names differ by more than case; agents and disabled accounts have no tokens. */
export class EndCredentials1764341000000 implements MigrationInterface {
  name = 'EndCredentials1764341000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ix_account_lower_username ON account (lower(username))`);
    await runner.query(`CREATE INDEX ix_access_token_created_by ON access_token (created_by)`);
    await runner.query(`CREATE INDEX ix_join_token_created_by ON join_token (created_by)`);
    await runner.query(`
      UPDATE access_token t SET revoked_at = now()
        FROM account a
       WHERE a.username = t.username AND t.revoked_at IS NULL
         AND (a.disabled_at IS NOT NULL OR (a.type = 'ServiceAccount' AND a.roles = '{agent}'))`);
    await runner.query(`UPDATE account SET credential = gen_random_uuid() WHERE disabled_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_join_token_created_by`);
    await runner.query(`DROP INDEX ix_access_token_created_by`);
    await runner.query(`DROP INDEX ix_account_lower_username`);
  }
}
