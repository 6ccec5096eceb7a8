import { installJobQueue, removeJobQueue } from '@wardstone/jobs';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AGENT_TABLES } from './agent-tables';
import { ALERT_TABLES } from './alert-tables';
import { FUNCTIONS, TRIGGERS } from './functions';
import { INVENTORY_TABLES } from './inventory-tables';
import { METRIC_TABLES } from './metric-tables';
import { PLUGIN_TABLES } from './plugin-tables';

const TABLES = [PLUGIN_TABLES, INVENTORY_TABLES, METRIC_TABLES, ALERT_TABLES, AGENT_TABLES];

/** Plugins, inventory, metrics, alerts, agents, and the job queue. */
export class Baseline1795442451656 implements MigrationInterface {
  name = 'Baseline1795442451656';

  async up(runner: QueryRunner): Promise<void> {
    // The library uses its own connections and transactions, and skips what is already done.
    await installJobQueue(runner);
    for (const statement of [...FUNCTIONS, ...TABLES, ...TRIGGERS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT lo_unlink(o.large_object) FROM stored_object o WHERE o.large_object IS NOT NULL');
    await runner.query(`
      DROP TABLE
        agent_work, agent_report, agent, operation_history, operation_draft, event, event_source, content,
        stored_content, stored_object, alert_notification_attempt, alert_notification_log, alert_condition_log,
        alert, alert_progress, alert_notification, alert_condition, alert_definition, call_time, trait_value,
        metric_counter, metric_out_of_bounds, metric_baseline, metric_roll_up_due, metric_24h, metric_6h,
        metric_1h, metric_chunk, metric_watched, metric_log, metric_schedule, drift, drift_change_set,
        drift_definition, configuration_update, marked_group, marked_resource, favorite_group, favorite_resource,
        service_user, role_resource_group, resource_group_member, resource_group, group_definition,
        resource_deletion, resource_creation, availability_record, resource_count, resource, server_state,
        drift_template, package_type, event_definition, operation_definition, metric_definition,
        resource_type_parent, resource_type, plugin_dependency, plugin_push, built_in_plugin, plugin_file, plugin`);
    await runner.query('DROP SEQUENCE alert_version, operation_draft_id');
    await runner.query('DROP FUNCTION count_resources');
    await runner.query('DROP COLLATION natural_order');
    await removeJobQueue(runner);
  }
}
