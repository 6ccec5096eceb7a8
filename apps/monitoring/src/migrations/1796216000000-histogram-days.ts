import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = `
  time_ms     bigint  NOT NULL,
  schedule_id integer NOT NULL,
  histogram   bytea   NOT NULL,
  CONSTRAINT pk_metric_histogram PRIMARY KEY (schedule_id, time_ms)`;

/** Native histograms by day, so that their retention drops tables instead of deleting rows. */
export class HistogramDays1796216000000 implements MigrationInterface {
  name = 'HistogramDays1796216000000';

  async up(runner: QueryRunner): Promise<void> {
    await replace(runner, [
      `CREATE TABLE metric_histogram (${COLUMNS}) PARTITION BY RANGE (time_ms)`,
      // Days get a partition of their own when they are near.
      'CREATE TABLE metric_histogram_default PARTITION OF metric_histogram DEFAULT',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, [
      `CREATE TABLE metric_histogram (${COLUMNS})`,
      'CREATE INDEX ix_metric_histogram_time_ms ON metric_histogram USING brin (time_ms) WITH (autosummarize)',
    ]);
  }
}

async function replace(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  await runner.query('ALTER TABLE metric_histogram RENAME TO metric_histogram_before');
  await runner.query(
    'ALTER TABLE metric_histogram_before RENAME CONSTRAINT pk_metric_histogram TO pk_metric_histogram_before',
  );
  for (const statement of statements) await runner.query(statement);
  await runner.query('INSERT INTO metric_histogram SELECT * FROM metric_histogram_before');
  await runner.query('DROP TABLE metric_histogram_before');
}
