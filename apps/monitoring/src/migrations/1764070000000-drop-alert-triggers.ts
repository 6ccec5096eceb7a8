import type { MigrationInterface, QueryRunner } from 'typeorm';

const FUNCTIONS = [
  'delete_group_alerts',
  'follow_resources',
  'follow_group_members',
  'ask_for_alert_children',
  'drop_alerts_of_mixed_groups',
];

/**
 * Children of the alert definitions of groups and types are now made and removed by the service, in the transaction that
 * changes members and resources. What triggers have asked for and no job has done yet is not done any more.
 */
export class DropAlertTriggers1764070000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER alert_group_deleted ON resource_group`);
    await runner.query(`DROP TRIGGER alert_resource_updated ON resource`);
    await runner.query(`DROP TRIGGER alert_resource_inserted ON resource`);
    await runner.query(`DROP TRIGGER alert_member_removed ON resource_group_member`);
    await runner.query(`DROP TRIGGER alert_member_added ON resource_group_member`);
    await runner.query(`DROP FUNCTION ${FUNCTIONS.join(', ')}`);
    await runner.query(`
      SELECT graphile_worker.complete_jobs(array_agg(j.id)) FROM graphile_worker.jobs j
       WHERE j.task_identifier = 'alert.propagate' HAVING count(*) > 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.followMembers(runner);
    await this.followResources(runner);
    await this.followGroups(runner);
  }

  private async followMembers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION ask_for_alert_children(template_ids integer[]) RETURNS void LANGUAGE sql AS $$
        SELECT graphile_worker.add_job('alert.propagate', json_build_object('templateId', t.id),
                                       job_key => 'alert.propagate:' || t.id)
          FROM unnest(template_ids) AS t (id)
      $$`);
    await runner.query(`
      CREATE FUNCTION follow_group_members() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM ask_for_alert_children(array_agg(d.id)) FROM alert_definition d
          WHERE NOT d.is_deleted AND d.resource_group_id IN (SELECT c.resource_group_id FROM changed_rows c)
         HAVING count(*) > 0;
        RETURN NULL;
      END $$`);
    for (const [name, event, rows] of [
      ['member_added', 'INSERT', 'NEW'],
      ['member_removed', 'DELETE', 'OLD'],
    ]) {
      await runner.query(`
        CREATE TRIGGER alert_${name} AFTER ${event} ON resource_group_member
          REFERENCING ${rows} TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_group_members()`);
    }
  }

  private async followResources(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION follow_resources() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN
          PERFORM ask_for_alert_children(array_agg(d.id)) FROM alert_definition d
            WHERE NOT d.is_deleted
              AND d.resource_type_id IN (SELECT n.resource_type_id FROM new_rows n WHERE n.inventory_status = 'COMMITTED')
           HAVING count(*) > 0;
        ELSE
          PERFORM ask_for_alert_children(array_agg(d.id)) FROM alert_definition d
            WHERE NOT d.is_deleted
              AND d.resource_type_id IN (SELECT n.resource_type_id FROM new_rows n JOIN old_rows o ON o.id = n.id
                                          WHERE n.inventory_status = 'COMMITTED' AND o.inventory_status <> 'COMMITTED')
           HAVING count(*) > 0;
        END IF;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER alert_resource_inserted AFTER INSERT ON resource
        REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_resources()`);
    await runner.query(`
      CREATE TRIGGER alert_resource_updated AFTER UPDATE ON resource
        REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION follow_resources()`);
  }

  private async followGroups(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION delete_group_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        WITH gone AS (
          UPDATE alert_definition SET is_deleted = true
           WHERE NOT is_deleted AND (resource_group_id = OLD.id
              OR parent_id IN (SELECT d.id FROM alert_definition d WHERE d.resource_group_id = OLD.id))
          RETURNING resource_id)
        UPDATE alert_progress SET version = nextval('alert_version')
         WHERE resource_id IN (SELECT g.resource_id FROM gone g WHERE g.resource_id IS NOT NULL);
        IF FOUND THEN PERFORM pg_notify('alert_definitions_changed', '*'); END IF;
        RETURN OLD;
      END $$`);
    await runner.query(`
      CREATE TRIGGER alert_group_deleted BEFORE DELETE ON resource_group
        FOR EACH ROW EXECUTE FUNCTION delete_group_alerts()`);
    await runner.query(`
      CREATE FUNCTION drop_alerts_of_mixed_groups(group_ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        mixed integer[];
      BEGIN
        SELECT array_agg(d.id) INTO mixed
          FROM alert_definition d JOIN resource_group g ON g.id = d.resource_group_id
         WHERE g.id = ANY (group_ids) AND g.resource_type_id IS NULL AND NOT d.is_deleted
           AND 1 <> (SELECT count(DISTINCT r.resource_type_id)
                       FROM resource_group_member m
                       JOIN resource r ON r.id = m.resource_id AND r.inventory_status = 'COMMITTED'
                      WHERE m.resource_group_id = g.id AND m.is_explicit);
        IF mixed IS NULL THEN RETURN; END IF;
        PERFORM 1 FROM alert_progress p
          WHERE p.resource_id IN (SELECT d.resource_id FROM alert_definition d WHERE d.parent_id = ANY (mixed))
          ORDER BY p.resource_id FOR NO KEY UPDATE;
        WITH gone AS (
          UPDATE alert_definition d SET is_deleted = true
           WHERE NOT d.is_deleted AND (d.id = ANY (mixed) OR d.parent_id = ANY (mixed))
          RETURNING d.resource_id)
        UPDATE alert_progress SET version = nextval('alert_version')
         WHERE resource_id IN (SELECT g.resource_id FROM gone g WHERE g.resource_id IS NOT NULL);
        PERFORM pg_notify('alert_definitions_changed', '*');
      END $$`);
  }
}
