import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Systems that are hosts of agents. */
export class AgentSystems1795464612694 implements MigrationInterface {
  name = 'AgentSystems1795464612694';
  /** The index is built beside the traffic. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // of the agent whose host it is; null for systems registered otherwise
    await runner.query('ALTER TABLE system ADD COLUMN IF NOT EXISTS agent_name text COLLATE "C"');
    // One that was cut off is in the way of the next try.
    await runner.query('DROP INDEX IF EXISTS uq_system_org_id_agent_name');
    await runner.query(`
      CREATE UNIQUE INDEX CONCURRENTLY uq_system_org_id_agent_name ON system (org_id, agent_name, registered_by)
       WHERE agent_name IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE system DROP COLUMN agent_name');
  }
}
