import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is known of the installation as a whole, all replicas together: its identity, made once and kept, and the mode
 * it operates in (rule http-20). Always one row.
 */
export class CreateServerState1763701000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE server_state (
        id             integer NOT NULL DEFAULT 1,
        identity       uuid    NOT NULL DEFAULT gen_random_uuid(),
        operation_mode text    NOT NULL DEFAULT 'INSTALLED',
        CONSTRAINT pk_server_state PRIMARY KEY (id),
        CONSTRAINT ck_server_state_id CHECK (id = 1),
        CONSTRAINT ck_server_state_operation_mode
          CHECK (operation_mode IN ('NORMAL', 'MAINTENANCE', 'DOWN', 'INSTALLED'))
      )`);
    await runner.query(`INSERT INTO server_state DEFAULT VALUES`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE server_state`);
  }
}
