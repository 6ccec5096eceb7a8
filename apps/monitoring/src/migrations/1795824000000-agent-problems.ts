import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Problems of agents, and processes that use their identity. See rule agents-2. */
export class AgentProblems1795824000000 implements MigrationInterface {
  name = 'AgentProblems1795824000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agent ADD COLUMN problems jsonb NOT NULL DEFAULT '[]', ADD COLUMN runs jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE agent DROP COLUMN problems, DROP COLUMN runs');
  }
}
