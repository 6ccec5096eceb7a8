import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installJobQueue, removeJobQueue } from '@wardstone/jobs';

/** A service's migration as services write it, and a table for the work of the tests. */
export class CreateJobQueue1700000000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await installJobQueue(runner);
    await runner.query(`CREATE TABLE done_work (name text NOT NULL, by text NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE done_work`);
    await removeJobQueue(runner);
  }
}
