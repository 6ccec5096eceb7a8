import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Systems that are hosts of agents. */
export class AgentSystems1795464612694 implements MigrationInterface {
  name = 'AgentSystems1795464612694';
  /** Builds the index without blocking writes. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // name of the agent on the host; null for systems registered otherwise
    await runner.query('ALTER TABLE system ADD COLUMN IF NOT EXISTS agent_name text COLLATE "C"');
    // An interrupted build leaves an invalid index, which is removed first.
    await runner.query('DROP INDEX IF EXISTS uq_system_org_id_agent_name');
    await runner.query(`
      CREATE UNIQUE INDEX CONCURRENTLY uq_system_org_id_agent_name ON system (org_id, agent_name, registered_by)
       WHERE agent_name IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE system DROP COLUMN agent_name');
  }
}
