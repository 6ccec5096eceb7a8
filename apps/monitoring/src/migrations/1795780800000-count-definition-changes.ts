import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queries of PromQL keep the metrics that descriptors declare: a number says whether these are still the same. */
export class CountDefinitionChanges1795780800000 implements MigrationInterface {
  name = 'CountDefinitionChanges1795780800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE metric_definition_version (
        id      integer NOT NULL DEFAULT 1,
        version bigint  NOT NULL DEFAULT 0,
        CONSTRAINT pk_metric_definition_version PRIMARY KEY (id),
        CONSTRAINT ck_metric_definition_version_id CHECK (id = 1)
      )`);
    await runner.query('INSERT INTO metric_definition_version DEFAULT VALUES');
    await runner.query(`
      CREATE OR REPLACE FUNCTION count_definition_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE is_changed boolean;
  BEGIN
    IF TG_TABLE_NAME = 'resource_type' THEN
      is_changed := EXISTS (SELECT 1 FROM new_rows);
    ELSIF TG_OP = 'INSERT' THEN
      is_changed := EXISTS (SELECT 1 FROM new_rows n WHERE NOT n.is_received);
    ELSIF TG_OP = 'DELETE' THEN
      is_changed := EXISTS (SELECT 1 FROM old_rows o WHERE NOT o.is_received);
    ELSE
      is_changed := EXISTS (
        SELECT 1 FROM new_rows n JOIN old_rows o ON o.id = n.id
         WHERE NOT n.is_received
           AND to_jsonb(n) - '{is_on_by_default,default_interval_ms}'::text[]
             <> to_jsonb(o) - '{is_on_by_default,default_interval_ms}'::text[]);
    END IF;
    IF is_changed THEN UPDATE metric_definition_version SET version = version + 1; END IF;
    RETURN NULL;
  END $$`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER metric_definition_inserted AFTER INSERT ON metric_definition
     REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_definition_changes()`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER metric_definition_updated AFTER UPDATE ON metric_definition
     REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_definition_changes()`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER metric_definition_deleted AFTER DELETE ON metric_definition
     REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_definition_changes()`);
    await runner.query(`
      CREATE OR REPLACE TRIGGER resource_type_updated AFTER UPDATE ON resource_type
     REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_definition_changes()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION count_definition_changes CASCADE');
    await runner.query('DROP TABLE metric_definition_version');
  }
}
