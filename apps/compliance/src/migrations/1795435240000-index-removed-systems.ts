import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What counts the removed systems of a login. Can be run again after a statement failed. */
export class IndexRemovedSystems1795435240000 implements MigrationInterface {
  name = 'IndexRemovedSystems1795435240000';

  /** An index that is built beside reports coming in cannot be built in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX IF EXISTS ix_system_org_id_registered_by_removed`);
    await runner.query(`
      CREATE INDEX CONCURRENTLY ix_system_org_id_registered_by_removed
          ON system (org_id, registered_by) WHERE deleted_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_system_org_id_registered_by_removed`);
  }
}
