import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes waivers in force by rule, for each failed rule of each result, and those whose expiry has to be recorded. */
export class IndexWaivers1795476102285 implements MigrationInterface {
  name = 'IndexWaivers1795476102285';
  /** Builds the indexes without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS ix_waiver_rule_ref_id, ix_waiver_unnoted');
    await runner.query(`
      CREATE INDEX CONCURRENTLY ix_waiver_rule_ref_id ON waiver (org_id, rule_ref_id) WHERE decision = 'approved'`);
    await runner.query(`
      CREATE INDEX CONCURRENTLY ix_waiver_unnoted ON waiver (org_id, expires_at)
       WHERE decision = 'approved' AND withdrawn_at IS NULL AND expiry_noted_at IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_waiver_rule_ref_id, ix_waiver_unnoted');
  }
}
