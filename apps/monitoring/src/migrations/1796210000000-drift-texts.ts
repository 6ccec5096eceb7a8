import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts of watched files before and after a change, where the owner of the host permits them. See rule agents-24. */
export class DriftTexts1796210000000 implements MigrationInterface {
  name = 'DriftTexts1796210000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE drift_file_text (
        drift_definition_id integer NOT NULL,
        path_sha256         bytea   NOT NULL,
        -- of the content, to tell whether the file has changed since
        sha256              text    NOT NULL,
        text                text    NOT NULL,
        CONSTRAINT pk_drift_file_text PRIMARY KEY (drift_definition_id, path_sha256),
        CONSTRAINT fk_drift_file_text_drift_definition_id
          FOREIGN KEY (drift_definition_id) REFERENCES drift_definition (id) ON DELETE CASCADE
      );
      CREATE TABLE drift_text (
        drift_id            integer NOT NULL,
        drift_definition_id integer NOT NULL,
        -- null for a file that was not there, or whose text was not reported
        before              text,
        after               text,
        CONSTRAINT pk_drift_text PRIMARY KEY (drift_id),
        CONSTRAINT fk_drift_text_drift_id FOREIGN KEY (drift_id) REFERENCES drift (id) ON DELETE CASCADE,
        CONSTRAINT fk_drift_text_drift_definition_id
          FOREIGN KEY (drift_definition_id) REFERENCES drift_definition (id) ON DELETE CASCADE
      );
      CREATE INDEX ix_drift_text_drift_definition_id ON drift_text (drift_definition_id, drift_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE drift_text; DROP TABLE drift_file_text');
  }
}
