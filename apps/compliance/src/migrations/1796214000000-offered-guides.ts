import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Guides on hosts, and requests to import them (rule compliance-52). */
export class OfferedGuides1796214000000 implements MigrationInterface {
  name = 'OfferedGuides1796214000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE offered_guide (
        org_id text COLLATE "C" NOT NULL,
        system_id uuid NOT NULL,
        file_name text COLLATE "C" NOT NULL,
        sha256 text COLLATE "C" NOT NULL,
        byte_count integer NOT NULL,
        CONSTRAINT pk_offered_guide PRIMARY KEY (system_id, file_name),
        CONSTRAINT fk_offered_guide_system_id FOREIGN KEY (org_id, system_id)
          REFERENCES system (org_id, id) ON DELETE CASCADE
      );
      CREATE INDEX ix_offered_guide_org_id_sha256 ON offered_guide (org_id, sha256);

      -- Removed when the guide is imported.
      CREATE TABLE guide_request (
        org_id text COLLATE "C" NOT NULL,
        sha256 text COLLATE "C" NOT NULL,
        requested_at timestamptz NOT NULL,
        requested_by_name text NOT NULL,
        -- the host that sends it, since when
        system_id uuid,
        assigned_at timestamptz,
        problem text,
        CONSTRAINT pk_guide_request PRIMARY KEY (org_id, sha256)
      );
    `);
    for (const table of ['offered_guide', 'guide_request']) await runner.query(enableOrgIsolation(table));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE guide_request, offered_guide');
  }
}
