import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Waivers that lower the severity of a rule (rule compliance-40). */
export class LoweredSeverities1796215000000 implements MigrationInterface {
  name = 'LoweredSeverities1796215000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE waiver
        ADD COLUMN severity text COLLATE "C",
        DROP CONSTRAINT ck_waiver_result,
        ADD CONSTRAINT ck_waiver_result CHECK (result IN ('pass', 'fail', 'notapplicable', 'planned', 'lowered')),
        ADD CONSTRAINT ck_waiver_severity CHECK (
          CASE WHEN result = 'lowered' THEN coalesce(severity IN ('medium', 'low', 'info'), false)
               ELSE severity IS NULL END);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Rows are never deleted, so those of this kind stay.
    await runner.query(`
      ALTER TABLE waiver
        DROP COLUMN severity,
        DROP CONSTRAINT ck_waiver_result,
        ADD CONSTRAINT ck_waiver_result CHECK (result IN ('pass', 'fail', 'notapplicable', 'planned')) NOT VALID;
    `);
  }
}
