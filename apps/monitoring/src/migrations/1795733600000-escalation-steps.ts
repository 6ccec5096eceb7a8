import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Escalation steps of incidents. */
export class EscalationSteps1795733600000 implements MigrationInterface {
  name = 'EscalationSteps1795733600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- when to decide about its next step; null where none is to come
      ALTER TABLE incident ADD COLUMN step_ms bigint;
      -- place among the steps of the incident, repeats included; null of what its definition notifies
      ALTER TABLE alert_notification_log ADD COLUMN step integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE alert_notification_log DROP COLUMN step;
      ALTER TABLE incident DROP COLUMN step_ms`);
  }
}
