import type { Baseline } from '@wardstone/database';
import { installJobQueue, removeJobQueue } from '@wardstone/jobs';
import type { QueryRunner } from 'typeorm';
import { AGENT_TABLES } from './agent-tables';
import { ALERT_TABLES } from './alert-tables';
import { FUNCTIONS, TRIGGERS } from './functions';
import { INVENTORY_TABLES } from './inventory-tables';
import { METRIC_TABLES } from './metric-tables';
import { PLUGIN_TABLES } from './plugin-tables';

const TABLES = [PLUGIN_TABLES, INVENTORY_TABLES, METRIC_TABLES, ALERT_TABLES, AGENT_TABLES];

/** Plugins, inventory, metrics, alerts, agents, and the queue of jobs. */
export class Baseline1795442451656 implements Baseline {
  name = 'Baseline1795442451656';

  readonly replaces = [
    'CreateServerState1763701000000',
    'CreatePluginTables1763701100000',
    'CreateInventoryTables1763701200000',
    'CreateContentTables1763701300000',
    'CreateJobQueue1763701400000',
    'CreateUserTables1763701500000',
    'CreateMetricTables1763702000000',
    'CreateAlertTables1763703000000',
    'CreateEventTables1763704000000',
    'CreateOperationTables1763704100000',
    'CreateAgentTables1763704200000',
    'CreateMetricCounters1763704300000',
    'CreateWatchedPoints1763704400000',
    'AddUserRoles1763704500000',
    'CreateGroupDefinitions1763705000000',
    'CreateChangesOfResources1763705100000',
    'CreateCallTimes1763705200000',
    'DropAlertsOfMixedGroups1763705300000',
    'RenameDiscoveredServers1764010000000',
    'OwnBySubject1764050000000',
    'OwnersOfUploads1764050100000',
    'DropAlertTriggers1764070000000',
    'OrderEventDefinitions1764070100000',
    'IndexFilters1764080000000',
    'DropDecidingTriggers1764180000000',
    'IndexResourcesOfType1764310000000',
    'GroupsOfAgents1764320000000',
    'OrderNamesNaturally1795429800000',
    'CommentsOfAcknowledgements1795430400000',
    'KindsOfReports1795434613000',
  ];

  async up(runner: QueryRunner): Promise<void> {
    // The library uses connections and transactions of its own; what it has done it does not do again.
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
