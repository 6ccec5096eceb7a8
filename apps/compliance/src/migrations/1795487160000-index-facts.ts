import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of deliverable facts in order, and of the facts of a host. */
export class IndexFacts1795487160000 implements MigrationInterface {
  name = 'IndexFacts1795487160000';
  /** Builds the indexes without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP INDEX IF EXISTS ix_monitoring_fact_ready, ix_monitoring_fact_system_id, ix_monitoring_fact_due_at',
    );
    await runner.query('ALTER TABLE monitoring_fact DROP COLUMN IF EXISTS due_at');
    await runner.query(
      'CREATE INDEX CONCURRENTLY ix_monitoring_fact_ready ON monitoring_fact (org_id, id) WHERE NOT is_waiting',
    );
    await runner.query(
      'CREATE INDEX CONCURRENTLY ix_monitoring_fact_system_id ON monitoring_fact (org_id, system_id, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_monitoring_fact_ready, ix_monitoring_fact_system_id;
      ALTER TABLE monitoring_fact ADD COLUMN due_at timestamptz;
      CREATE INDEX ix_monitoring_fact_due_at ON monitoring_fact (org_id, due_at) WHERE due_at IS NOT NULL`);
  }
}
