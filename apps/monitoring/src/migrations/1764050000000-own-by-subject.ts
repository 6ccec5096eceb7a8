import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What belongs to a caller belongs to its subject from now on, because two issuers may know the same name. Rows from
 * before name none: an agent and favorites go to the first caller of their name; uploads are gone within a day.
 */
export class OwnBySubject1764050000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE agent ADD COLUMN owner_subject text`);
    await runner.query(`COMMENT ON COLUMN agent.owner_subject IS 'Null until the owner of before calls again'`);
    await runner.query(`ALTER TABLE content ADD COLUMN owner_subject text`);
    await runner.query(`CREATE INDEX ix_content_owner_subject ON content (owner_subject)`);
    await runner.query(`
      CREATE TABLE marked_resource (
        subject     text    NOT NULL,
        resource_id integer NOT NULL,
        CONSTRAINT pk_marked_resource PRIMARY KEY (subject, resource_id),
        CONSTRAINT fk_marked_resource_resource_id FOREIGN KEY (resource_id) REFERENCES resource (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX ix_marked_resource_resource_id ON marked_resource (resource_id)`);
    await runner.query(`COMMENT ON TABLE marked_resource IS 'Favorites; those of before are in favorite_resource'`);
    await runner.query(`
      CREATE TABLE marked_group (
        subject           text    NOT NULL,
        resource_group_id integer NOT NULL,
        CONSTRAINT pk_marked_group PRIMARY KEY (subject, resource_group_id),
        CONSTRAINT fk_marked_group_resource_group_id
          FOREIGN KEY (resource_group_id) REFERENCES resource_group (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX ix_marked_group_resource_group_id ON marked_group (resource_group_id)`);
    await runner.query(`COMMENT ON TABLE marked_group IS 'Favorites; those of before are in favorite_group'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE marked_group, marked_resource`);
    await runner.query(`DROP INDEX ix_content_owner_subject`);
    await runner.query(`ALTER TABLE content DROP COLUMN owner_subject`);
    await runner.query(`ALTER TABLE agent DROP COLUMN owner_subject`);
  }
}
