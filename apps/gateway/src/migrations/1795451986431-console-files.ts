import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of console builds that replicas serve or recently served. */
export class ConsoleFiles1795451986431 implements MigrationInterface {
  name = 'ConsoleFiles1795451986431';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE console_file (
        -- holds a hash of the content
        name text COLLATE "C" NOT NULL,
        content bytea NOT NULL,
        -- a replica of its build served the page about then
        used_at timestamptz NOT NULL,
        CONSTRAINT pk_console_file PRIMARY KEY (name)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE console_file');
  }
}
