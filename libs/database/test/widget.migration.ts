import type { MigrationInterface, QueryRunner } from 'typeorm';
import { enableOrgIsolation } from '../src/org-isolation';

/** A table under row-level security, as services have them. */
export class CreateWidget1700000000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE widget (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        org_id text NOT NULL,
        title text NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX ix_widget_org_id_title ON widget (org_id, title)');
    await queryRunner.query(enableOrgIsolation('widget'));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE widget');
  }
}
