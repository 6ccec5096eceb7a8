import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Points that alert conditions look at, from the commit that stores them until the one that holds their evaluation: a
 * process that dies in between leaves them to the others.
 */
export class CreateWatchedPoints1763704400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE metric_watched (
        id           bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
        logged_at    timestamptz NOT NULL DEFAULT now(),
        schedule_ids bytea       NOT NULL,
        times        bytea       NOT NULL,
        point_values bytea       NOT NULL,
        CONSTRAINT pk_metric_watched PRIMARY KEY (id)
      )`);
    await runner.query(`
      ALTER TABLE metric_watched
        ALTER schedule_ids SET STORAGE EXTERNAL, ALTER times SET STORAGE EXTERNAL, ALTER point_values SET STORAGE EXTERNAL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE metric_watched`);
  }
}
