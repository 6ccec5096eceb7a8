import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes waivers by past time as well, including those withdrawn since. */
export class WaiversOfATime1795475234000 implements MigrationInterface {
  name = 'WaiversOfATime1795475234000';
  /** Builds the index without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_waiver_approved');
    await runner.query(`
      CREATE INDEX CONCURRENTLY ix_waiver_approved ON waiver (org_id, expires_at) WHERE decision = 'approved'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_waiver_approved;
      CREATE INDEX ix_waiver_approved
          ON waiver (org_id, expires_at) WHERE decision = 'approved' AND withdrawn_at IS NULL`);
  }
}
