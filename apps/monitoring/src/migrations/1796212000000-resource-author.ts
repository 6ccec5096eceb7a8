import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who named the resources of a quorum (rule agents-25). */
export class ResourceAuthor1796212000000 implements MigrationInterface {
  name = 'ResourceAuthor1796212000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE resource_author (
        resource_id integer NOT NULL,
        login       text    NOT NULL,
        subject     text    NOT NULL,
        CONSTRAINT pk_resource_author PRIMARY KEY (resource_id),
        CONSTRAINT fk_resource_author_resource_id FOREIGN KEY (resource_id) REFERENCES resource (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX ix_resource_author_subject_login ON resource_author (subject, login)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE resource_author');
  }
}
