import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Serves the lists of a guide's content in the order they are asked for: one index per sort column, read from its start
 * up to the end of the page. Ids ascend whatever the direction, hence a second index where many rows share a value.
 */
export class IndexGuideContent1763700450000 implements MigrationInterface {
  name = 'IndexGuideContent1763700450000';

  async up(runner: QueryRunner): Promise<void> {
    // What an index page can hold of a title; the whole title decides among the few that begin alike.
    // Nullable, though never null: imports make temporary tables like these, without the generation.
    await runner.query(`
      ALTER TABLE rule
        ADD COLUMN title_prefix text COLLATE "C" GENERATED ALWAYS AS (left(title, 500)) STORED,
        ADD COLUMN severity_rank smallint GENERATED ALWAYS AS (
          CASE severity WHEN 'high' THEN 3 WHEN 'medium' THEN 2 WHEN 'low' THEN 1 ELSE 0 END) STORED`);
    await runner.query(`
      ALTER TABLE value_definition
        ADD COLUMN title_prefix text COLLATE "C" GENERATED ALWAYS AS (left(title, 500)) STORED`);
    for (const [name, table, columns] of INDEXES) {
      await runner.query(`CREATE INDEX ${name} ON ${table} (security_guide_id, ${columns})`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
    await runner.query(`ALTER TABLE value_definition DROP COLUMN title_prefix`);
    await runner.query(`ALTER TABLE rule DROP COLUMN severity_rank, DROP COLUMN title_prefix`);
  }
}

const INDEXES = [
  ['ix_rule_security_guide_id_id', 'rule', 'id'],
  ['ix_rule_security_guide_id_title', 'rule', 'title_prefix, id'],
  ['ix_rule_security_guide_id_severity', 'rule', 'severity_rank, id'],
  ['ix_rule_security_guide_id_severity_desc', 'rule', 'severity_rank DESC, id'],
  ['ix_rule_security_guide_id_precedence', 'rule', 'precedence, id'],
  ['ix_rule_security_guide_id_remediation', 'rule', 'remediation_available, id'],
  ['ix_rule_security_guide_id_remediation_desc', 'rule', 'remediation_available DESC, id'],
  // ids in paths, which have dashes for dots (C3)
  ['ix_rule_security_guide_id_dashed_ref_id', 'rule', `replace(ref_id, '.', '-')`],
  ['ix_rule_group_security_guide_id_id', 'rule_group', 'id'],
  ['ix_rule_group_security_guide_id_precedence', 'rule_group', 'precedence, id'],
  ['ix_value_definition_security_guide_id_id', 'value_definition', 'id'],
  ['ix_value_definition_security_guide_id_title', 'value_definition', 'title_prefix, id'],
] as const;
