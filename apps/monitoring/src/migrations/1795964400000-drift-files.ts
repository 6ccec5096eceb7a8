import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Present state of watched files, so that the server detects when they equal their baseline again. See rule agents-16.
 */
export class DriftFiles1795964400000 implements MigrationInterface {
  name = 'DriftFiles1795964400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE drift
        -- of the content; null for what has none, or none that was read
        ADD COLUMN sha256 text,
        ADD COLUMN size bigint,
        -- as of stat, with the type
        ADD COLUMN mode integer,
        -- numeric user and group, as 0:0
        ADD COLUMN owner text;
      ALTER TABLE drift_change_set
        -- a long change set comes in several, in order
        ADD COLUMN parts integer NOT NULL DEFAULT 1;
      CREATE TABLE drift_file (
        drift_definition_id integer NOT NULL,
        -- a path is too long for an index
        path_sha256         bytea   NOT NULL,
        path                text    NOT NULL,
        -- digest, mode and owner; null when it was removed
        state               text,
        -- what it was in the baseline where that differs; null when it was not there
        baseline            text,
        deviates            boolean NOT NULL,
        CONSTRAINT pk_drift_file PRIMARY KEY (drift_definition_id, path_sha256),
        CONSTRAINT fk_drift_file_drift_definition_id
          FOREIGN KEY (drift_definition_id) REFERENCES drift_definition (id) ON DELETE CASCADE
      );
      CREATE INDEX ix_drift_file_deviates ON drift_file (drift_definition_id) WHERE deviates`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE drift_file;
      ALTER TABLE drift_change_set DROP COLUMN parts;
      ALTER TABLE drift DROP COLUMN sha256, DROP COLUMN size, DROP COLUMN mode, DROP COLUMN owner`);
  }
}
