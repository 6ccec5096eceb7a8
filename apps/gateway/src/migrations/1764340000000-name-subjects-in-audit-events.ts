import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names alone are ambiguous: people of the OIDC issuer may have those of accounts. */
export class NameSubjectsInAuditEvents1764340000000 implements MigrationInterface {
  name = 'NameSubjectsInAuditEvents1764340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_event
        ADD COLUMN subject text COLLATE "C",
        -- who vouches for the name; null for accounts of the product
        ADD COLUMN issuer text COLLATE "C",
        -- which credentials were sent
        ADD COLUMN login text`);
    // Events of before have none: the index begins empty, however many they are.
    await runner.query(
      `CREATE INDEX ix_audit_event_subject ON audit_event (org_id, subject, occurred_at DESC, id DESC)
        WHERE subject IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE audit_event DROP COLUMN subject, DROP COLUMN issuer, DROP COLUMN login`);
  }
}
