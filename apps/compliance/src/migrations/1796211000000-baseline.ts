import { dropTables, enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FRAMEWORKS } from './frameworks';
import { FUNCTIONS, TRIGGERS } from './functions';
import { GUIDE_TABLES } from './guide-tables';
import { ORGANISATION_TABLES } from './organisation-tables';
import { RESULT_TABLES, WAIVER_TABLE } from './result-tables';
import { MONITORING_TABLES, SCHEDULE_TABLES } from './schedule-tables';

const TABLES = [GUIDE_TABLES, ORGANISATION_TABLES, RESULT_TABLES, WAIVER_TABLE, SCHEDULE_TABLES, MONITORING_TABLES];

/** Tables whose rows an organisation sees alone; those of waivers have rules of their own. */
const ORG_OWNED = [
  'account',
  'policy',
  'policy_tally',
  'system',
  'policy_system',
  'tailoring',
  'tailoring_rule',
  'test_result',
  'rule_outcome',
  'result_day',
  'report_day',
  'checklist',
  'scan_schedule',
  'scan',
  'evidence_schedule',
  'monitoring_state',
  'monitoring_fact',
  'monitoring_wait',
];

/** Guides, and the tables of organisations. */
export class Baseline1796211000000 implements MigrationInterface {
  name = 'Baseline1796211000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...FUNCTIONS, ...TABLES, ...TRIGGERS]) await runner.query(statement);
    for (const table of ORG_OWNED) await runner.query(enableOrgIsolation(table));
    for (const [refId, title, ...addresses] of FRAMEWORKS)
      await runner.query('INSERT INTO framework (ref_id, title, addresses) VALUES ($1, $2, $3)', [
        refId,
        title,
        addresses,
      ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW every_rule_result, rule_result');
    await runner.query(dropTables(TABLES));
    await runner.query('DROP FUNCTION count_policies, count_policy_systems, text_sha256');
  }
}
