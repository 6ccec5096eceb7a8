import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Error types, their translations, and the occurrences of the last day (rules registry-2, registry-3). */
export class CreateErrorTables1763720000000 implements MigrationInterface {
  name = 'CreateErrorTables1763720000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE error_type (
        type text COLLATE "C" NOT NULL,
        service text COLLATE "C" NOT NULL,
        status integer NOT NULL,
        description text NOT NULL,
        causes text[] NOT NULL,
        resolution text[] NOT NULL,
        -- {"request": text, "response": text}
        example jsonb,
        since text NOT NULL,
        is_deprecated boolean NOT NULL DEFAULT false,
        related text[] NOT NULL DEFAULT '{}',
        -- made by an operator through the API; the table of a service never touches it
        is_custom boolean NOT NULL DEFAULT false,
        CONSTRAINT pk_error_type PRIMARY KEY (type),
        CONSTRAINT ck_error_type_type CHECK (type ~ '^[a-z][a-z0-9_]{1,63}$'),
        CONSTRAINT ck_error_type_status CHECK (status >= 400 AND status <= 599),
        CONSTRAINT ck_error_type_causes CHECK (cardinality(causes) > 0),
        CONSTRAINT ck_error_type_resolution CHECK (cardinality(resolution) > 0)
      )`);

    await runner.query(`
      CREATE TABLE error_translation (
        type text COLLATE "C" NOT NULL,
        -- canonical BCP 47 tag
        language text COLLATE "C" NOT NULL,
        description text NOT NULL,
        causes text[] NOT NULL,
        resolution text[] NOT NULL,
        CONSTRAINT pk_error_translation PRIMARY KEY (type, language),
        CONSTRAINT fk_error_translation_type FOREIGN KEY (type) REFERENCES error_type (type) ON DELETE CASCADE
      )`);

    await runner.query(`
      CREATE TABLE error_occurrence (
        id bigint GENERATED ALWAYS AS IDENTITY,
        type text COLLATE "C" NOT NULL,
        occurred_at timestamptz NOT NULL,
        service text NOT NULL,
        status integer NOT NULL,
        request_id text NOT NULL,
        route text NOT NULL,
        CONSTRAINT pk_error_occurrence PRIMARY KEY (id),
        CONSTRAINT fk_error_occurrence_type FOREIGN KEY (type) REFERENCES error_type (type) ON DELETE CASCADE
      )`);
    // For the newest occurrences of a type, and for the foreign key.
    await runner.query(`
      CREATE INDEX ix_error_occurrence_type_occurred_at ON error_occurrence (type, occurred_at DESC, id DESC)`);
    // For occurrences older than a day.
    await runner.query(`CREATE INDEX ix_error_occurrence_occurred_at ON error_occurrence (occurred_at)`);

    // Only the newest occurrences are stored as rows, so all of them are also counted by minute.
    await runner.query(`
      CREATE TABLE error_occurrence_count (
        type text COLLATE "C" NOT NULL,
        minute timestamptz NOT NULL,
        occurrences bigint NOT NULL,
        CONSTRAINT pk_error_occurrence_count PRIMARY KEY (type, minute),
        CONSTRAINT fk_error_occurrence_count_type FOREIGN KEY (type) REFERENCES error_type (type) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX ix_error_occurrence_count_minute ON error_occurrence_count (minute)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE error_occurrence_count`);
    await runner.query(`DROP TABLE error_occurrence`);
    await runner.query(`DROP TABLE error_translation`);
    await runner.query(`DROP TABLE error_type`);
  }
}
