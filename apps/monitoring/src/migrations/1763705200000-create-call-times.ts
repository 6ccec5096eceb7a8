import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long calls to destinations took, summed up per submission (rule metrics-17). */
export class CreateCallTimes1763705200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE call_time (
        id          bigint  NOT NULL GENERATED ALWAYS AS IDENTITY,
        begin_ms    bigint  NOT NULL,
        end_ms      bigint  NOT NULL,
        schedule_id integer NOT NULL,
        call_count  integer NOT NULL,
        total_ms    double precision NOT NULL,
        min_ms      double precision NOT NULL,
        max_ms      double precision NOT NULL,
        destination text    NOT NULL,
        CONSTRAINT pk_call_time PRIMARY KEY (id),
        CONSTRAINT fk_call_time_schedule_id FOREIGN KEY (schedule_id) REFERENCES metric_schedule (id) ON DELETE CASCADE,
        CONSTRAINT ck_call_time_end_ms CHECK (end_ms >= begin_ms)
      )`);
    await runner.query(`CREATE INDEX ix_call_time_schedule_id_begin_ms ON call_time (schedule_id, begin_ms)`);
    // For the retention alone, which reads what is old.
    await runner.query(`CREATE INDEX ix_call_time_end_ms ON call_time USING brin (end_ms) WITH (autosummarize)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE call_time`);
  }
}
