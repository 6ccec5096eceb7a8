import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Serves the lists of systems, reports and test results by index, and keeps one result per system and policy
 * (rule scap-4). Conditions on groups and tags have none: under row-level security PostgreSQL looks at a row's
 * organisation before it calls an operator of jsonb, so that such an index would never be used.
 */
export class IndexSystemsAndResults1763700500000 implements MigrationInterface {
  name = 'IndexSystemsAndResults1763700500000';

  async up(runner: QueryRunner): Promise<void> {
    // What an index page can hold of a group's name; the whole name decides among the few that begin alike.
    await runner.query(`
      ALTER TABLE system
        ADD COLUMN first_group_prefix text COLLATE "C" NOT NULL
          GENERATED ALWAYS AS (left(coalesce(groups->0->>'name', ''), 500)) STORED`);
    // Many systems share a version or a group, and ids ascend whatever the direction: hence a second index each.
    for (const [name, columns] of SYSTEM_INDEXES) {
      await runner.query(`CREATE INDEX ${name} ON system (org_id, ${columns}, id) WHERE deleted_at IS NULL`);
    }
    await runner.query(`DROP INDEX ix_test_result_report_id`);
    await runner.query(`
      ALTER TABLE test_result ADD CONSTRAINT uq_test_result_report_id_system_id UNIQUE (report_id, system_id)`);
    for (const column of RESULT_SORT) {
      await runner.query(`CREATE INDEX ix_test_result_report_id_${column} ON test_result (report_id, ${column}, id)`);
    }
    // Statistics and severities look at failures alone, which are a small part of all results.
    await runner.query(`
      CREATE INDEX ix_rule_result_failed ON rule_result (test_result_id) INCLUDE (rule_id, result)
        WHERE result IN ('fail', 'error', 'unknown', 'fixed')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ix_rule_result_failed`);
    for (const column of RESULT_SORT) await runner.query(`DROP INDEX ix_test_result_report_id_${column}`);
    await runner.query(`ALTER TABLE test_result DROP CONSTRAINT uq_test_result_report_id_system_id`);
    await runner.query(`CREATE INDEX ix_test_result_report_id ON test_result (report_id, system_id, end_time)`);
    for (const [name] of SYSTEM_INDEXES) await runner.query(`DROP INDEX ${name}`);
    await runner.query(`ALTER TABLE system DROP COLUMN first_group_prefix`);
  }
}

const SYSTEM_INDEXES = [
  ['ix_system_org_id_display_name', 'display_name'],
  ['ix_system_org_id_os_version', 'os_major_version, os_minor_version'],
  ['ix_system_org_id_os_version_desc', 'os_major_version DESC, os_minor_version DESC'],
  ['ix_system_org_id_os_minor_version', 'os_minor_version'],
  ['ix_system_org_id_os_minor_version_desc', 'os_minor_version DESC'],
  ['ix_system_org_id_first_group', 'first_group_prefix'],
  ['ix_system_org_id_first_group_desc', 'first_group_prefix DESC'],
] as const;
const RESULT_SORT = ['score', 'end_time', 'failed_rule_count'] as const;
