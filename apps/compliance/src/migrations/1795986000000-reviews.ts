import type { MigrationInterface, QueryRunner } from 'typeorm';

const view = (condition: string): string => `
  SELECT overlay(overlay(md5(o.test_result_id::text || n.rule_id::text) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid AS id,
         o.org_id, o.test_result_id, n.rule_id, o.result
    FROM rule_outcome o
    CROSS JOIN LATERAL unnest(o.rule_numbers) AS given (number)
    JOIN rule_number n ON n.number = given.number${condition}`;

/** Undecided results of scans, and reviews of rules by people. */
export class Reviews1795986000000 implements MigrationInterface {
  name = 'Reviews1795986000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Null: stored before it was counted.
      ALTER TABLE test_result
        ADD COLUMN not_checked_rule_count integer,
        ADD COLUMN informational_rule_count integer,
        ADD COLUMN not_selected_rule_count integer;
      -- What the rule comes to by a review; null: an exception.
      ALTER TABLE waiver ADD COLUMN result text COLLATE "C",
        ADD CONSTRAINT ck_waiver_result CHECK (result IN ('pass', 'fail', 'notapplicable'));
      -- What scans decided alone; every_rule_result has the others, too.
      CREATE OR REPLACE VIEW rule_result WITH (security_invoker = true) AS
      ${view(` WHERE o.result IN ('pass', 'fail', 'error', 'unknown', 'fixed')`)};
      CREATE VIEW every_rule_result WITH (security_invoker = true) AS
      ${view('')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW every_rule_result;
      ALTER TABLE rule_outcome NO FORCE ROW LEVEL SECURITY;
      DELETE FROM rule_outcome o WHERE o.result NOT IN ('pass', 'fail', 'error', 'unknown', 'fixed');
      ALTER TABLE rule_outcome FORCE ROW LEVEL SECURITY;
      CREATE OR REPLACE VIEW rule_result WITH (security_invoker = true) AS
      ${view('')};
      ALTER TABLE waiver DROP COLUMN result;
      ALTER TABLE test_result DROP COLUMN not_checked_rule_count, DROP COLUMN informational_rule_count,
        DROP COLUMN not_selected_rule_count`);
  }
}
