import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a join token says of the machines of its agents, kept with their accounts, which outlive it; and who came from the cluster. */
export class JoinGroups1764310000000 implements MigrationInterface {
  name = 'JoinGroups1764310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE join_token
        -- of monitoring; null for none
        ADD COLUMN group_name text,
        ADD COLUMN auto_import boolean NOT NULL DEFAULT false`);
    await runner.query(`CREATE INDEX ix_join_token_org_id ON join_token (org_id)`);
    await runner.query(`
      ALTER TABLE account
        -- of an agent, as its join token said
        ADD COLUMN join_group text,
        ADD COLUMN auto_import boolean NOT NULL DEFAULT false,
        -- enrolled with a service-account token of the cluster
        ADD COLUMN is_of_cluster boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE account DROP COLUMN join_group, DROP COLUMN auto_import, DROP COLUMN is_of_cluster`,
    );
    await runner.query(`DROP INDEX ix_join_token_org_id`);
    await runner.query(`ALTER TABLE join_token DROP COLUMN group_name, DROP COLUMN auto_import`);
  }
}
