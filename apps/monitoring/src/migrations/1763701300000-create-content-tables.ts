import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stored bytes and what is called after them (rule content-1). An object holds bytes once; each content is one claim on
 * an object, so that a copy costs a row. An object without a claim, or one that nobody writes any more, is erased.
 */
export class CreateContentTables1763701300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stored_object (
        id           uuid        NOT NULL DEFAULT gen_random_uuid(),
        large_object oid,
        length       bigint      NOT NULL DEFAULT 0,
        md5          text,
        written_at   timestamptz NOT NULL,
        CONSTRAINT pk_stored_object PRIMARY KEY (id)
      )`);
    await runner.query(`COMMENT ON COLUMN stored_object.large_object IS 'Null when the bytes are at an S3 endpoint'`);
    await runner.query(`COMMENT ON COLUMN stored_object.md5 IS 'Null while the bytes are being written'`);
    await runner.query(`COMMENT ON COLUMN stored_object.written_at IS 'When the last block was written'`);
    await runner.query(`CREATE INDEX ix_stored_object_unfinished ON stored_object (written_at) WHERE md5 IS NULL`);
    await runner.query(`
      CREATE TABLE stored_content (
        key        text        NOT NULL DEFAULT gen_random_uuid(),
        object_id  uuid        NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT pk_stored_content PRIMARY KEY (key),
        CONSTRAINT fk_stored_content_object_id FOREIGN KEY (object_id) REFERENCES stored_object (id)
      )`);
    await runner.query(`CREATE INDEX ix_stored_content_object_id ON stored_content (object_id)`);
    await runner.query(`
      CREATE TABLE content (
        handle     text        NOT NULL,
        content    text        NOT NULL,
        created_by text        NOT NULL,
        used_at    timestamptz NOT NULL,
        CONSTRAINT pk_content PRIMARY KEY (handle),
        CONSTRAINT fk_content_content FOREIGN KEY (content) REFERENCES stored_content (key)
      )`);
    await runner.query(`CREATE INDEX ix_content_content ON content (content)`);
    await runner.query(`CREATE INDEX ix_content_used_at ON content (used_at)`);
    // Creations go with the resource they were for, by cascade, where no code sees them go.
    await runner.query(`
      CREATE FUNCTION remove_content_of_creation() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          DELETE FROM stored_content s WHERE s.key = OLD.content;
          RETURN NULL;
        END $$`);
    await runner.query(`
      CREATE TRIGGER resource_creation_content AFTER DELETE ON resource_creation
        FOR EACH ROW WHEN (OLD.content IS NOT NULL) EXECUTE FUNCTION remove_content_of_creation()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT lo_unlink(o.large_object) FROM stored_object o WHERE o.large_object IS NOT NULL`);
    await runner.query(`DROP FUNCTION remove_content_of_creation CASCADE`);
    await runner.query(`DROP TABLE content, stored_content, stored_object`);
  }
}
