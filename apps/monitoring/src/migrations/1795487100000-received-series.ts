import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Received series: a dictionary from labels to schedules, who writes which target, and metadata of metrics. */
export class ReceivedSeries1795487100000 implements MigrationInterface {
  name = 'ReceivedSeries1795487100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE metric_definition ADD COLUMN is_received boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN metric_definition.is_received IS 'Made by series that came in, not by a descriptor';
      CREATE TABLE received_target (
        resource_id   integer NOT NULL,
        -- one in the whole inventory, whatever it lies below
        target_key    text    NOT NULL,
        owner_subject text    NOT NULL,
        CONSTRAINT pk_received_target PRIMARY KEY (resource_id),
        CONSTRAINT uq_received_target_target_key UNIQUE (target_key),
        CONSTRAINT fk_received_target_resource_id FOREIGN KEY (resource_id) REFERENCES resource (id) ON DELETE CASCADE
      );
      CREATE TABLE received_series (
        schedule_id   integer NOT NULL,
        -- of the labels; they are too long for an index
        digest        bytea   NOT NULL,
        name          text    NOT NULL,
        labels        jsonb   NOT NULL,
        owner_subject text    NOT NULL,
        -- days since the epoch
        seen_day      integer NOT NULL,
        CONSTRAINT pk_received_series PRIMARY KEY (schedule_id),
        CONSTRAINT uq_received_series_digest UNIQUE (digest),
        CONSTRAINT fk_received_series_schedule_id
          FOREIGN KEY (schedule_id) REFERENCES metric_schedule (id) ON DELETE CASCADE
      );
      CREATE INDEX ix_received_series_name ON received_series (name, schedule_id);
      CREATE INDEX ix_received_series_owner_subject ON received_series (owner_subject);
      CREATE INDEX ix_received_series_seen_day ON received_series (seen_day);
      CREATE TABLE received_metric (
        name          text NOT NULL,
        kind          text NOT NULL,
        help          text NOT NULL,
        unit          text NOT NULL,
        owner_subject text NOT NULL,
        CONSTRAINT pk_received_metric PRIMARY KEY (name),
        CONSTRAINT ck_received_metric_kind CHECK (kind IN ('counter', 'gauge', 'histogram', 'summary', 'unknown'))
      );
      CREATE INDEX ix_received_metric_owner_subject ON received_metric (owner_subject);
      -- Its row is locked while the account gets new series: limits hold for all replicas together.
      CREATE TABLE received_account (
        owner_subject text    NOT NULL,
        minute        bigint  NOT NULL DEFAULT 0,
        made          integer NOT NULL DEFAULT 0,
        CONSTRAINT pk_received_account PRIMARY KEY (owner_subject)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE received_account, received_metric, received_series, received_target;
      DELETE FROM metric_definition WHERE is_received;
      ALTER TABLE metric_definition DROP COLUMN is_received`);
  }
}
