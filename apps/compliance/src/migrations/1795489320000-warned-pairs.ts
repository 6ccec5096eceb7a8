import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time up to which monitoring was notified of expiring exceptions of a system and policy. */
export class WarnedPairs1795489320000 implements MigrationInterface {
  name = 'WarnedPairs1795489320000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE monitoring_state ADD COLUMN warned_at timestamptz NOT NULL DEFAULT now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE monitoring_state DROP COLUMN warned_at');
  }
}
