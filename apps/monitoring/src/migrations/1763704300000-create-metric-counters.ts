import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest value of each metric that only grows or shrinks, from which its rate is computed (rule agents-6). */
export class CreateMetricCounters1763704300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE metric_counter (
        schedule_id integer          NOT NULL,
        time_ms     bigint           NOT NULL,
        value       double precision NOT NULL,
        CONSTRAINT pk_metric_counter PRIMARY KEY (schedule_id),
        CONSTRAINT fk_metric_counter_schedule_id
          FOREIGN KEY (schedule_id) REFERENCES metric_schedule (id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE metric_counter`);
  }
}
