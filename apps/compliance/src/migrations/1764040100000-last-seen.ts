import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps when a system gave its last sign of life, a report or a result, by this service's clock. `updated` is what the
 * reporter says, and results leave it alone.
 */
export class LastSeen1764040100000 implements MigrationInterface {
  name = 'LastSeen1764040100000';

  async up(runner: QueryRunner): Promise<void> {
    // The default serves code that does not know the column: registering a system is a sign of life.
    await runner.query(`ALTER TABLE system ADD COLUMN last_seen timestamptz NOT NULL DEFAULT now()`);
    // The rows of all organisations, which row-level security hides from the migration otherwise.
    await runner.query(`ALTER TABLE system NO FORCE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE test_result NO FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      UPDATE system s
         SET last_seen = greatest(
               least(s.updated, now()),
               (SELECT max(t.created_at) FROM test_result t WHERE t.system_id = s.id))`);
    await runner.query(`ALTER TABLE test_result FORCE ROW LEVEL SECURITY`);
    await runner.query(`ALTER TABLE system FORCE ROW LEVEL SECURITY`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE system DROP COLUMN last_seen`);
  }
}
