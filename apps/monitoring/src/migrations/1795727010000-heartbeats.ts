import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Heartbeats. */
export class Heartbeats1795727010000 implements MigrationInterface {
  name = 'Heartbeats1795727010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE heartbeat (
        resource_id    integer NOT NULL,
        source         text    NOT NULL,
        -- of the address that is to be pinged, which is kept nowhere
        address_digest text,
        schedule_id    integer,
        severity       text,
        event_text     text,
        period_ms      bigint  NOT NULL,
        -- since when it is expected
        start_ms       bigint  NOT NULL,
        heard_ms       bigint,
        -- when to look again; null until it is pinged
        due_ms         bigint,
        CONSTRAINT pk_heartbeat PRIMARY KEY (resource_id),
        CONSTRAINT uq_heartbeat_address_digest UNIQUE (address_digest),
        CONSTRAINT ck_heartbeat_source CHECK (source IN ('PING', 'METRIC', 'EVENT')),
        CONSTRAINT ck_heartbeat_address_digest CHECK ((source = 'PING') = (address_digest IS NOT NULL)),
        CONSTRAINT ck_heartbeat_severity CHECK ((source = 'EVENT') = (severity IS NOT NULL)),
        CONSTRAINT fk_heartbeat_resource_id FOREIGN KEY (resource_id) REFERENCES resource (id) ON DELETE CASCADE,
        CONSTRAINT fk_heartbeat_schedule_id FOREIGN KEY (schedule_id) REFERENCES metric_schedule (id) ON DELETE SET NULL
      );
      CREATE INDEX ix_heartbeat_due_ms ON heartbeat (due_ms, resource_id);
      CREATE INDEX ix_heartbeat_schedule_id ON heartbeat (schedule_id) WHERE schedule_id IS NOT NULL;

      -- One row: since when heartbeats are watched without a break, and when they were looked at last.
      CREATE TABLE heartbeat_watch (
        id         integer NOT NULL DEFAULT 1,
        since_ms   bigint  NOT NULL DEFAULT 0,
        checked_ms bigint  NOT NULL DEFAULT 0,
        CONSTRAINT pk_heartbeat_watch PRIMARY KEY (id),
        CONSTRAINT ck_heartbeat_watch_id CHECK (id = 1)
      );
      INSERT INTO heartbeat_watch DEFAULT VALUES`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE heartbeat_watch, heartbeat');
  }
}
