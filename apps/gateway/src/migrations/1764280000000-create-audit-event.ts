import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes and refusals of all services. Partitions are made by the service, a month each. */
export class CreateAuditEvent1764280000000 implements MigrationInterface {
  name = 'CreateAuditEvent1764280000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_event (
        id bigint GENERATED ALWAYS AS IDENTITY,
        occurred_at timestamptz NOT NULL,
        service text NOT NULL,
        username text COLLATE "C",
        org_id text COLLATE "C",
        -- the account that refused credentials name
        claimed text COLLATE "C",
        address text NOT NULL,
        request_id text NOT NULL,
        method text NOT NULL,
        -- path and query
        target text COLLATE "C" NOT NULL,
        facts jsonb NOT NULL,
        outcome text NOT NULL,
        status integer NOT NULL,
        location text,
        error_type text,
        CONSTRAINT pk_audit_event PRIMARY KEY (id, occurred_at)
      ) PARTITION BY RANGE (occurred_at)`);
    await runner.query(`CREATE INDEX ix_audit_event_org_id ON audit_event (org_id, occurred_at DESC, id DESC)`);
    await runner.query(
      `CREATE INDEX ix_audit_event_username ON audit_event (org_id, username, occurred_at DESC, id DESC)`,
    );
    // The owner could grant itself these rights again; a defect in a statement cannot use them.
    await runner.query(`REVOKE UPDATE, DELETE, TRUNCATE ON audit_event FROM CURRENT_USER`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE audit_event`);
  }
}
