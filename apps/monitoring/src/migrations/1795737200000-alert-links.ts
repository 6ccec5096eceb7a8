import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links in notifications, their recipients, and the service's keys for requests to the gateway. */
export class AlertLinks1795737200000 implements MigrationInterface {
  name = 'AlertLinks1795737200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- whom the login stands for; null until the next request of one that is known from before
      ALTER TABLE service_user ADD COLUMN subject text;

      CREATE TABLE alert_link (
        -- of the token
        digest     text    NOT NULL,
        alert_id   integer NOT NULL,
        action     text    NOT NULL,
        -- address or channel
        recipient  text    NOT NULL,
        sender     text    NOT NULL,
        -- of a person who is told as such
        login      text,
        subject    text,
        expires_ms bigint  NOT NULL,
        used_ms    bigint,
        CONSTRAINT pk_alert_link PRIMARY KEY (digest),
        CONSTRAINT ck_alert_link_action CHECK (action IN ('ACKNOWLEDGE', 'RESOLVE')),
        CONSTRAINT ck_alert_link_subject CHECK ((login IS NULL) = (subject IS NULL)),
        CONSTRAINT fk_alert_link_alert_id FOREIGN KEY (alert_id) REFERENCES alert (id) ON DELETE CASCADE
      );
      CREATE INDEX ix_alert_link_alert_id ON alert_link (alert_id);
      CREATE INDEX ix_alert_link_expires_ms ON alert_link (expires_ms);

      CREATE TABLE service_key (
        kid        text        NOT NULL,
        public_key jsonb       NOT NULL,
        seen_at    timestamptz NOT NULL,
        CONSTRAINT pk_service_key PRIMARY KEY (kid)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE service_key, alert_link;
      ALTER TABLE service_user DROP COLUMN subject`);
  }
}
