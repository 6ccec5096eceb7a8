import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The group that the machine of an agent joins once it is in inventory, as its join token says. */
export class GroupsOfAgents1764320000000 implements MigrationInterface {
  name = 'GroupsOfAgents1764320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE agent ADD COLUMN join_group text, ADD COLUMN has_joined_group boolean NOT NULL DEFAULT false`,
    );
    await runner.query(
      `CREATE INDEX ix_agent_join_group ON agent (name) WHERE join_group IS NOT NULL AND NOT has_joined_group`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_agent_join_group`);
    await runner.query(`ALTER TABLE agent DROP COLUMN join_group, DROP COLUMN has_joined_group`);
  }
}
