import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FUNCTIONS, TRIGGERS } from './functions';
import { GUIDE_TABLES } from './guide-tables';
import { ORGANISATION_TABLES } from './organisation-tables';

const ORG_OWNED = [
  'account',
  'policy',
  'policy_tally',
  'system',
  'policy_system',
  'tailoring',
  'tailoring_rule',
  'test_result',
  'rule_result',
];

/** Guides, and the tables of organisations. */
export class Baseline1795442451656 implements MigrationInterface {
  name = 'Baseline1795442451656';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...FUNCTIONS, GUIDE_TABLES, ORGANISATION_TABLES, ...TRIGGERS])
      await runner.query(statement);
    for (const table of ORG_OWNED) await runner.query(enableOrgIsolation(table).up);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE
        rule_result, test_result, tailoring_rule, tailoring, policy_system, system, policy_tally, policy, account,
        profile_rule, fix, rule, rule_group, value_definition, profile_os_minor_version, profile, security_guide`);
    await runner.query('DROP FUNCTION count_policies, count_policy_systems, text_sha256');
  }
}
