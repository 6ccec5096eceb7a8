import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alert expressions: settings and author, progress of evaluation, and pending or firing series. */
export class AlertExpressions1796083200000 implements MigrationInterface {
  name = 'AlertExpressions1796083200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE alert_condition
        -- whose rights an expression has; null of other categories
        ADD COLUMN author_login text,
        ADD COLUMN author_subject text;

      -- Of the template, where the definition has one. Defaults hold where there is no row.
      CREATE TABLE alert_expression (
        alert_definition_id integer NOT NULL,
        interval_ms         bigint  NOT NULL,
        for_ms              bigint  NOT NULL,
        keep_firing_ms      bigint  NOT NULL,
        labels              jsonb   NOT NULL,
        annotations         jsonb   NOT NULL,
        CONSTRAINT pk_alert_expression PRIMARY KEY (alert_definition_id),
        CONSTRAINT fk_alert_expression_alert_definition_id
          FOREIGN KEY (alert_definition_id) REFERENCES alert_definition (id) ON DELETE CASCADE
      );

      CREATE TABLE alert_evaluation (
        alert_definition_id integer NOT NULL,
        condition_id        integer NOT NULL,
        -- time of the last evaluation that succeeded; null of none
        last_ms             bigint,
        -- nothing fires or is resolved before: a break has made samples incomplete
        reliable_ms         bigint  NOT NULL DEFAULT 0,
        evaluated_ms        bigint  NOT NULL,
        duration_ms         integer NOT NULL,
        series              integer NOT NULL,
        health              text    NOT NULL,
        problem             text,
        CONSTRAINT pk_alert_evaluation PRIMARY KEY (alert_definition_id),
        CONSTRAINT ck_alert_evaluation_health CHECK (health IN ('OK', 'ERROR', 'OFF')),
        CONSTRAINT fk_alert_evaluation_alert_definition_id
          FOREIGN KEY (alert_definition_id) REFERENCES alert_definition (id) ON DELETE CASCADE
      ) WITH (fillfactor = 50);

      CREATE TABLE alert_instance (
        -- shared with external_alert: alert.external_id is either
        id                  integer NOT NULL DEFAULT nextval(pg_get_serial_sequence('external_alert', 'id')),
        alert_definition_id integer NOT NULL,
        label_digest        text    NOT NULL,
        labels              jsonb   NOT NULL,
        resource_id         integer NOT NULL,
        state               text    NOT NULL,
        active_ms           bigint  NOT NULL,
        missing_ms          bigint,
        value               double precision NOT NULL,
        -- kept for a while, so that one that fires again is the same problem
        resolved_ms         bigint,
        CONSTRAINT pk_alert_instance PRIMARY KEY (id),
        CONSTRAINT uq_alert_instance_definition_digest UNIQUE (alert_definition_id, label_digest),
        CONSTRAINT ck_alert_instance_state CHECK (state IN ('PENDING', 'FIRING', 'RESOLVED')),
        CONSTRAINT fk_alert_instance_alert_definition_id
          FOREIGN KEY (alert_definition_id) REFERENCES alert_definition (id) ON DELETE CASCADE,
        CONSTRAINT fk_alert_instance_resource_id FOREIGN KEY (resource_id) REFERENCES resource (id) ON DELETE CASCADE
      ) WITH (fillfactor = 50);
      CREATE INDEX ix_alert_instance_resource_id ON alert_instance (resource_id);

      ALTER TABLE alert
        -- of an alert on an expression; null of others
        ADD COLUMN labels jsonb,
        ADD COLUMN annotations jsonb,
        ADD COLUMN active_ms bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE alert DROP COLUMN labels, DROP COLUMN annotations, DROP COLUMN active_ms;
      DROP TABLE alert_instance, alert_evaluation, alert_expression;
      ALTER TABLE alert_condition DROP COLUMN author_login, DROP COLUMN author_subject`);
  }
}
