import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Servers that are known by their processes were named by the path of their data or settings, which says where secrets
 * are: those that still are get its last part. Names that people gave stay.
 */
export class RenameDiscoveredServers1764010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE resource r
         SET name = concat_ws(' ', t.name, nullif(regexp_replace(r.plugin_configuration ->> 'instance', '^.*/', ''), ''))
        FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
       WHERE t.id = r.resource_type_id AND p.name = 'Processes' AND r.agent_name IS NOT NULL
         AND r.plugin_configuration ->> 'instance' LIKE '%/%'
         AND r.name LIKE '%' || (r.plugin_configuration ->> 'instance')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE resource r SET name = concat_ws(' ', t.name, r.plugin_configuration ->> 'instance')
        FROM resource_type t JOIN plugin p ON p.id = t.plugin_id
       WHERE t.id = r.resource_type_id AND p.name = 'Processes' AND r.agent_name IS NOT NULL
         AND r.plugin_configuration ->> 'instance' LIKE '%/%'
         AND r.name = concat_ws(' ', t.name, nullif(regexp_replace(r.plugin_configuration ->> 'instance', '^.*/', ''), ''))`);
  }
}
