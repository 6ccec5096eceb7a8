import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Groups of rules, and what Alertmanagers are sent of their alerts. */
export class RuleGroups1796213000000 implements MigrationInterface {
  name = 'RuleGroups1796213000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE alert_expression
        ADD COLUMN rule_group     text    NOT NULL DEFAULT '',
        ADD COLUMN group_position integer NOT NULL DEFAULT 0`);
    await runner.query(`
      ALTER TABLE alert_instance
        ADD COLUMN annotations jsonb NOT NULL DEFAULT '{}',
        -- time of the evaluation that fired it; null while it is pending
        ADD COLUMN fired_ms    bigint,
        -- time of the evaluation whose state Alertmanagers were sent last; null if they know nothing of it
        ADD COLUMN sent_ms     bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alert_instance DROP COLUMN annotations, DROP COLUMN fired_ms, DROP COLUMN sent_ms');
    await runner.query('ALTER TABLE alert_expression DROP COLUMN rule_group, DROP COLUMN group_position');
  }
}
