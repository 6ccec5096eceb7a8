import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Chat messages of incidents that are edited in place. */
export class IncidentMessages1795957200002 implements MigrationInterface {
  name = 'IncidentMessages1795957200002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE incident_message (
        incident_id integer NOT NULL,
        channel     uuid    NOT NULL,
        place       text    NOT NULL,
        message     text    NOT NULL,
        CONSTRAINT pk_incident_message PRIMARY KEY (incident_id, channel),
        CONSTRAINT fk_incident_message_incident_id FOREIGN KEY (incident_id) REFERENCES incident (id) ON DELETE CASCADE
      );
      COMMENT ON TABLE incident_message IS 'Of an incident on a channel, where the service can edit it';
      COMMENT ON COLUMN incident_message.channel IS 'Sender and configuration';
      COMMENT ON COLUMN incident_message.place IS 'Where the service has put the message';
      COMMENT ON COLUMN incident_message.message IS 'Which message it is there'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE incident_message');
  }
}
