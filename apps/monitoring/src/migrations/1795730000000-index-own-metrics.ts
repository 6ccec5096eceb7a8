import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index of metrics that descriptors declare, which queries list among any number of received ones. */
export class IndexOwnMetrics1795730000000 implements MigrationInterface {
  name = 'IndexOwnMetrics1795730000000';
  /** Builds the index without blocking writes. */
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
