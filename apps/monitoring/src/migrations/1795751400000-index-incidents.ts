import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = { ix_incident_last_ms: 'last_ms', ix_incident_opened_ms: 'opened_ms' } as const;

/** Indexes for pages of the incident list, ordered by newest alert or by start. */
export class IndexIncidents1795751400000 implements MigrationInterface {
  name = 'IndexIncidents1795751400000';
  /** Builds the indexes without blocking writes. */
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
