import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installJobQueue, removeJobQueue } from '@wardstone/jobs';

/** The tables of the job queue, in a schema of their own that its library owns. */
export class CreateJobQueue1763701400000 implements MigrationInterface {
  /** The library runs transactions of its own. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await installJobQueue(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await removeJobQueue(runner);
  }
}
