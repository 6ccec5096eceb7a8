import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes who uploads what, because each account has only so much room. Null for what the server stores itself. */
export class OwnersOfUploads1764050100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE stored_object ADD COLUMN owner_subject text`);
    await runner.query(`
      CREATE INDEX ix_stored_object_owner_subject ON stored_object (owner_subject) WHERE owner_subject IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_stored_object_owner_subject`);
    await runner.query(`ALTER TABLE stored_object DROP COLUMN owner_subject`);
  }
}
