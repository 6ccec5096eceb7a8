import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = { ix_incident_last_ms: 'last_ms', ix_incident_opened_ms: 'opened_ms' } as const;

/** The list of incidents is read page by page, in the order of their newest alerts or of their beginnings. */
export class IndexIncidents1795751400000 implements MigrationInterface {
  name = 'IndexIncidents1795751400000';
  /** Built beside the traffic. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await this.down(runner);
    for (const [name, column] of Object.entries(INDEXES)) {
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON incident (${column}, id)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX IF EXISTS ${name}`);
  }
}
