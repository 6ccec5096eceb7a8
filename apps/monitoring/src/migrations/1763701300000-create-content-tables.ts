import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Uploaded content (content spec 4): what its handle stands for, and where its bytes are. Plugins and creations keep
 * copies of their own, which live as long as the rows that name them.
 */
export class CreateContentTables1763701300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stored_content (
        key          text        NOT NULL,
        length       bigint      NOT NULL,
        md5          text        NOT NULL,
        large_object oid,
        created_at   timestamptz NOT NULL,
        CONSTRAINT pk_stored_content PRIMARY KEY (key)
      )`);
    await runner.query(`COMMENT ON COLUMN stored_content.large_object IS 'Null when the bytes are at an S3 endpoint'`);
    await runner.query(`
      CREATE TABLE content (
        handle     text        NOT NULL,
        content    text        NOT NULL,
        length     bigint      NOT NULL,
        created_by text        NOT NULL,
        used_at    timestamptz NOT NULL,
        CONSTRAINT pk_content PRIMARY KEY (handle),
        CONSTRAINT fk_content_content FOREIGN KEY (content) REFERENCES stored_content (key)
      )`);
    await runner.query(`CREATE INDEX ix_content_content ON content (content)`);
    await runner.query(`CREATE INDEX ix_content_used_at ON content (used_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT lo_unlink(s.large_object) FROM stored_content s WHERE s.large_object IS NOT NULL`);
    await runner.query(`DROP TABLE content, stored_content`);
  }
}
