import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index to find executions that wait for approval. */
export class IndexApprovals1796169600001 implements MigrationInterface {
  name = 'IndexApprovals1796169600001';
  /** Builds the index without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_operation_history_awaits_approval');
    await runner.query(
      `CREATE INDEX CONCURRENTLY ix_operation_history_awaits_approval ON operation_history (created_ms)
        WHERE awaits_approval`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_operation_history_awaits_approval');
  }
}
