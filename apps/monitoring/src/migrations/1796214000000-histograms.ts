import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Native histograms of received series, beside their points. */
export class Histograms1796214000000 implements MigrationInterface {
  name = 'Histograms1796214000000';

  async up(runner: QueryRunner): Promise<void> {
    // Without a foreign key, as other measured data: it ends with its retention instead of a long transaction.
    await runner.query(`
      CREATE TABLE metric_histogram (
        time_ms     bigint  NOT NULL,
        schedule_id integer NOT NULL,
        histogram   bytea   NOT NULL,
        CONSTRAINT pk_metric_histogram PRIMARY KEY (schedule_id, time_ms)
      )`);
    // Used only by the retention job, which reads old rows.
    await runner.query(
      'CREATE INDEX ix_metric_histogram_time_ms ON metric_histogram USING brin (time_ms) WITH (autosummarize)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE metric_histogram');
  }
}
