import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lists are narrowed and sorted by on request: availability, acknowledgement, priority and name. */
export class IndexFilters1764080000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX ix_resource_inventory_status_availability ON resource (inventory_status, availability, name, id)`);
    await runner.query(`
      CREATE INDEX ix_alert_unacknowledged ON alert (fired_ms DESC, id DESC) WHERE ack_by IS NULL`);
    await runner.query(`
      CREATE INDEX ix_alert_acknowledged ON alert (fired_ms DESC, id DESC) WHERE ack_by IS NOT NULL`);
    await runner.query(`
      CREATE INDEX ix_alert_definition_priority
          ON alert_definition ((CASE priority WHEN 'HIGH' THEN 1 WHEN 'MEDIUM' THEN 2 ELSE 3 END), id)`);
    await runner.query(`CREATE INDEX ix_alert_definition_name ON alert_definition (name, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of [
      'ix_alert_definition_name',
      'ix_alert_definition_priority',
      'ix_alert_acknowledged',
      'ix_alert_unacknowledged',
      'ix_resource_inventory_status_availability',
    ]) {
      await runner.query(`DROP INDEX ${index}`);
    }
  }
}
