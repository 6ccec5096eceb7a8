import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ORG_OWNED = ['test_result', 'rule_result'].map((table) => enableOrgIsolation(table));

/** Results of scans and of their rules (rule compliance-22). A report has the id of its policy. */
export class CreateResultTables1763700200000 implements MigrationInterface {
  name = 'CreateResultTables1763700200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE test_result (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        org_id text COLLATE "C" NOT NULL,
        tailoring_id uuid NOT NULL,
        report_id uuid NOT NULL,
        system_id uuid NOT NULL,
        start_time timestamptz,
        end_time timestamptz NOT NULL,
        -- 0 to 100; null when the scanner gave none
        score double precision,
        supported boolean NOT NULL,
        failed_rule_count integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_test_result PRIMARY KEY (id),
        CONSTRAINT uq_test_result_org_id_id UNIQUE (org_id, id),
        CONSTRAINT uq_test_result_system_id_tailoring_id_end_time UNIQUE (system_id, tailoring_id, end_time),
        CONSTRAINT fk_test_result_tailoring_id FOREIGN KEY (org_id, tailoring_id)
          REFERENCES tailoring (org_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_test_result_report_id FOREIGN KEY (org_id, report_id)
          REFERENCES policy (org_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_test_result_system_id FOREIGN KEY (org_id, system_id)
          REFERENCES system (org_id, id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX ix_test_result_tailoring_id ON test_result (tailoring_id)`);
    await runner.query(`CREATE INDEX ix_test_result_report_id ON test_result (report_id, system_id, end_time)`);

    await runner.query(`
      CREATE TABLE rule_result (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        org_id text COLLATE "C" NOT NULL,
        test_result_id uuid NOT NULL,
        rule_id uuid NOT NULL,
        result text COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_rule_result PRIMARY KEY (id),
        CONSTRAINT uq_rule_result_test_result_id_rule_id UNIQUE (test_result_id, rule_id),
        CONSTRAINT fk_rule_result_test_result_id FOREIGN KEY (org_id, test_result_id)
          REFERENCES test_result (org_id, id) ON DELETE CASCADE,
        -- restricts: a new document of a guide keeps the rules that are in use (G2)
        CONSTRAINT fk_rule_result_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id)
      )`);
    await runner.query(`CREATE INDEX ix_rule_result_rule_id ON rule_result (rule_id)`);
    for (const { up } of ORG_OWNED) await runner.query(up);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { down } of [...ORG_OWNED].reverse()) await runner.query(down);
    await runner.query(`DROP TABLE rule_result`);
    await runner.query(`DROP TABLE test_result`);
  }
}
