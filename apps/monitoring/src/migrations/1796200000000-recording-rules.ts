import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recording rules: definitions whose results are stored as series, with the limit and the offset of rule groups. */
export class RecordingRules1796200000000 implements MigrationInterface {
  name = 'RecordingRules1796200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE alert_expression
        -- name of the series; null of an alerting rule
        ADD COLUMN record text,
        ADD COLUMN result_limit integer NOT NULL DEFAULT 0,
        ADD COLUMN query_offset_ms bigint NOT NULL DEFAULT 0;
      ALTER TABLE alert_evaluation
        -- labels of the series that a recording rule stored last: those that it returns no more end
        ADD COLUMN recorded jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE alert_evaluation DROP COLUMN recorded;
      ALTER TABLE alert_expression DROP COLUMN record, DROP COLUMN result_limit, DROP COLUMN query_offset_ms`);
  }
}
