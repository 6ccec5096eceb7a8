import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds series by labels that a selector fixes, the name among them. Without a list of pending entries, which each of the many
 * searches would read.
 */
export class IndexSeriesLabels1796200000001 implements MigrationInterface {
  name = 'IndexSeriesLabels1796200000001';
  /** Built beside the traffic. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_received_series_labels');
    await runner.query(
      `CREATE INDEX CONCURRENTLY ix_received_series_labels ON received_series USING gin (labels jsonb_path_ops)
         WITH (fastupdate = off)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_received_series_labels');
  }
}
