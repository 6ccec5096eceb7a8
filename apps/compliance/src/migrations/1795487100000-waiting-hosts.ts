import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Hosts that are missing in monitoring's inventory, with the time of the next retry, regardless of the number of
 * waiting facts.
 */
export class WaitingHosts1795487100000 implements MigrationInterface {
  name = 'WaitingHosts1795487100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE monitoring_wait (
        org_id text COLLATE "C" NOT NULL,
        system_id uuid NOT NULL,
        since timestamptz NOT NULL,
        due_at timestamptz NOT NULL,
        CONSTRAINT pk_monitoring_wait PRIMARY KEY (org_id, system_id)
      );
      CREATE INDEX ix_monitoring_wait_due_at ON monitoring_wait (org_id, due_at);
      ${enableOrgIsolation('monitoring_wait').up}
      -- Replaces due_at: set aside with the others of its host.
      ALTER TABLE monitoring_fact ADD COLUMN is_waiting boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE monitoring_fact DROP COLUMN is_waiting;
      DROP TABLE monitoring_wait`);
  }
}
