import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages of the resources of one type, by name. The new index serves whatever the one on the type alone did. */
export class IndexResourcesOfType1764310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ix_resource_resource_type_id_name ON resource (resource_type_id, name, id)`);
    await runner.query(`DROP INDEX ix_resource_resource_type_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ix_resource_resource_type_id ON resource (resource_type_id)`);
    await runner.query(`DROP INDEX ix_resource_resource_type_id_name`);
  }
}
