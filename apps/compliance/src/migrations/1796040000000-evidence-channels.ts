import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Evidence is posted to channels, too. */
export class EvidenceChannels1796040000000 implements MigrationInterface {
  name = 'EvidenceChannels1796040000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE evidence_schedule ADD COLUMN channels jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE evidence_schedule DROP COLUMN channels');
  }
}
