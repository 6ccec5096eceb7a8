import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Metrics that descriptors declare: queries list them all, beside any number that came with received series. */
export class IndexOwnMetrics1795730000000 implements MigrationInterface {
  name = 'IndexOwnMetrics1795730000000';
  /** Built beside the traffic. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_metric_definition_own');
    await runner.query(`
      CREATE INDEX CONCURRENTLY ix_metric_definition_own ON metric_definition (resource_type_id) WHERE NOT is_received`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_metric_definition_own');
  }
}
