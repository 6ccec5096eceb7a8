import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Grouping of a definition's alerts, and the criterion of each incident. */
export class IncidentGroupings1795921200000 implements MigrationInterface {
  name = 'IncidentGroupings1795921200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alert_definition_grouping (
        alert_definition_id integer NOT NULL,
        grouping            text    NOT NULL,
        CONSTRAINT pk_alert_definition_grouping PRIMARY KEY (alert_definition_id),
        CONSTRAINT ck_alert_definition_grouping_grouping CHECK (grouping IN ('problem', 'definition', 'group', 'host')),
        CONSTRAINT fk_alert_definition_grouping_alert_definition_id
          FOREIGN KEY (alert_definition_id) REFERENCES alert_definition (id) ON DELETE CASCADE
      );
      -- null of incidents from before
      ALTER TABLE incident ADD COLUMN grouping text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE incident DROP COLUMN grouping;
      DROP TABLE alert_definition_grouping`);
  }
}
