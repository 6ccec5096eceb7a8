import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Manual check and fix texts of guides, and the fields of imported checklists that nothing else contains. */
export class Checklists1796020000000 implements MigrationInterface {
  name = 'Checklists1796020000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Null: imported before they were read.
      ALTER TABLE rule ADD COLUMN check_text text, ADD COLUMN fix_text text,
        -- of all that decides about the rule; null, too, where the document does not have it
        ADD COLUMN check_sha256 text;

      CREATE TABLE checklist (
        org_id text COLLATE "C" NOT NULL,
        policy_id uuid NOT NULL,
        system_id uuid NOT NULL,
        -- compressed JSON
        kept bytea NOT NULL,
        imported_at timestamptz NOT NULL,
        imported_by_name text NOT NULL,
        CONSTRAINT pk_checklist PRIMARY KEY (policy_id, system_id),
        CONSTRAINT fk_checklist_policy_id FOREIGN KEY (org_id, policy_id)
          REFERENCES policy (org_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_checklist_system_id FOREIGN KEY (org_id, system_id)
          REFERENCES system (org_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_checklist_system_id ON checklist (system_id);
      ${enableOrgIsolation('checklist').up}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE checklist; ALTER TABLE rule DROP COLUMN check_text, DROP COLUMN fix_text, DROP COLUMN check_sha256',
    );
  }
}
