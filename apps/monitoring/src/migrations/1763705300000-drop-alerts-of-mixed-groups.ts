import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Definitions of alerts for a group go when the group is not of one type any more, and so do their children, which keep
 * what they fired (rule groups-3). Asked for at the end of each change of members: in between, while some leave
 * and others enter, a group may look mixed.
 */
export class DropAlertsOfMixedGroups1763705300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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
        -- Whoever evaluates holds the progress of a resource before its definitions.
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

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION drop_alerts_of_mixed_groups`);
  }
}
