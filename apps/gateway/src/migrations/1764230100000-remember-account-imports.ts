import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which file of accounts was read, which happens once: what was removed since must not come back. */
export class RememberAccountImports1764230100000 implements MigrationInterface {
  name = 'RememberAccountImports1764230100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_import (
        file text COLLATE "C" NOT NULL,
        imported_at timestamptz NOT NULL,
        accounts integer NOT NULL,
        CONSTRAINT pk_account_import PRIMARY KEY (file)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE account_import`);
  }
}
