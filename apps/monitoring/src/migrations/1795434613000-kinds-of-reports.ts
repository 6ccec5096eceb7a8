import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Kinds of reports have their ids each on their own. Can be run again after any of its statements failed. */
export class KindsOfReports1795434613000 implements MigrationInterface {
  name = 'KindsOfReports1795434613000';

  /** An index that is built beside reports coming in cannot be built in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE agent_report ADD COLUMN IF NOT EXISTS kind text NOT NULL DEFAULT ''`);
    await runner.query(`DROP INDEX IF EXISTS uq_agent_report_kind`);
    await runner.query(`
      CREATE UNIQUE INDEX CONCURRENTLY uq_agent_report_kind ON agent_report (agent_name, report_id, kind)`);
    await runner.query(`
      ALTER TABLE agent_report
        DROP CONSTRAINT pk_agent_report,
        ADD CONSTRAINT pk_agent_report PRIMARY KEY USING INDEX uq_agent_report_kind`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM agent_report r USING agent_report o
       WHERE o.agent_name = r.agent_name AND o.report_id = r.report_id AND o.kind > r.kind`);
    await runner.query(`
      ALTER TABLE agent_report
        DROP CONSTRAINT pk_agent_report,
        DROP COLUMN kind,
        ADD CONSTRAINT pk_agent_report PRIMARY KEY (agent_name, report_id)`);
  }
}
