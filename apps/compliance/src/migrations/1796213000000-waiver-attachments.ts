import { IS_OF_ORG } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files attached to waivers, one each (rule compliance-40). Like waivers they are never changed or deleted, which row-level
 * security prevents.
 */
export class WaiverAttachments1796213000000 implements MigrationInterface {
  name = 'WaiverAttachments1796213000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE waiver_attachment (
        org_id text COLLATE "C" NOT NULL,
        waiver_id uuid NOT NULL,
        file_name text NOT NULL,
        byte_count integer NOT NULL,
        sha256 text COLLATE "C" NOT NULL,
        content bytea NOT NULL,
        attached_at timestamptz NOT NULL,
        attached_by_name text NOT NULL,
        CONSTRAINT pk_waiver_attachment PRIMARY KEY (waiver_id),
        CONSTRAINT fk_waiver_attachment_waiver_id FOREIGN KEY (waiver_id) REFERENCES waiver (id)
      );
      -- Sizes of an organisation are added up without reading contents.
      CREATE INDEX ix_waiver_attachment_org_id ON waiver_attachment (org_id) INCLUDE (byte_count);
      ALTER TABLE waiver_attachment ENABLE ROW LEVEL SECURITY;
      ALTER TABLE waiver_attachment FORCE ROW LEVEL SECURITY;
      CREATE POLICY waiver_attachment_read ON waiver_attachment FOR SELECT USING (${IS_OF_ORG});
      CREATE POLICY waiver_attachment_attach ON waiver_attachment FOR INSERT WITH CHECK (${IS_OF_ORG});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE waiver_attachment');
  }
}
