import type { DatabaseOptions } from '@wardstone/database';
import { ENTITIES } from './entities';
import { CreateServerState1763701000000 } from './migrations/1763701000000-create-server-state';
import { CreatePluginTables1763701100000 } from './migrations/1763701100000-create-plugin-tables';
import { CreateInventoryTables1763701200000 } from './migrations/1763701200000-create-inventory-tables';
import { CreateContentTables1763701300000 } from './migrations/1763701300000-create-content-tables';
import { CreateJobQueue1763701400000 } from './migrations/1763701400000-create-job-queue';
import { CreateUserTables1763701500000 } from './migrations/1763701500000-create-user-tables';
import { CreateMetricTables1763702000000 } from './migrations/1763702000000-create-metric-tables';
import { CreateAlertTables1763703000000 } from './migrations/1763703000000-create-alert-tables';
import { CreateEventTables1763704000000 } from './migrations/1763704000000-create-event-tables';
import { CreateOperationTables1763704100000 } from './migrations/1763704100000-create-operation-tables';
import { CreateAgentTables1763704200000 } from './migrations/1763704200000-create-agent-tables';
import { CreateGroupDefinitions1763705000000 } from './migrations/1763705000000-create-group-definitions';
import { CreateMetricCounters1763704300000 } from './migrations/1763704300000-create-metric-counters';
import { CreateWatchedPoints1763704400000 } from './migrations/1763704400000-create-watched-points';
import { CreateChangesOfResources1763705100000 } from './migrations/1763705100000-create-changes-of-resources';
import { CreateCallTimes1763705200000 } from './migrations/1763705200000-create-call-times';
import { DropAlertsOfMixedGroups1763705300000 } from './migrations/1763705300000-drop-alerts-of-mixed-groups';
import { OwnersOfUploads1764050100000 } from './migrations/1764050100000-owners-of-uploads';
import { OwnBySubject1764050000000 } from './migrations/1764050000000-own-by-subject';
import { DropAlertTriggers1764070000000 } from './migrations/1764070000000-drop-alert-triggers';
import { OrderEventDefinitions1764070100000 } from './migrations/1764070100000-order-event-definitions';
import { AddUserRoles1763704500000 } from './migrations/1763704500000-add-user-roles';
import { RenameDiscoveredServers1764010000000 } from './migrations/1764010000000-rename-discovered-servers';
import { IndexFilters1764080000000 } from './migrations/1764080000000-index-filters';
import { DropDecidingTriggers1764180000000 } from './migrations/1764180000000-drop-deciding-triggers';
import { IndexResourcesOfType1764310000000 } from './migrations/1764310000000-index-resources-of-type';
import { GroupsOfAgents1764320000000 } from './migrations/1764320000000-groups-of-agents';
import { OrderNamesNaturally1795429800000 } from './migrations/1795429800000-order-names-naturally';
import { CommentsOfAcknowledgements1795430400000 } from './migrations/1795430400000-comments-of-acknowledgements';
import { KindsOfReports1795434613000 } from './migrations/1795434613000-kinds-of-reports';
import type { MonitoringConfig } from './monitoring.config';

/** Every migration of the service, oldest first. */
export const MIGRATIONS = [
  CreateServerState1763701000000,
  CreatePluginTables1763701100000,
  CreateInventoryTables1763701200000,
  CreateContentTables1763701300000,
  CreateJobQueue1763701400000,
  CreateUserTables1763701500000,
  CreateMetricTables1763702000000,
  CreateAlertTables1763703000000,
  CreateEventTables1763704000000,
  CreateOperationTables1763704100000,
  CreateAgentTables1763704200000,
  CreateMetricCounters1763704300000,
  CreateWatchedPoints1763704400000,
  AddUserRoles1763704500000,
  CreateGroupDefinitions1763705000000,
  CreateChangesOfResources1763705100000,
  CreateCallTimes1763705200000,
  DropAlertsOfMixedGroups1763705300000,
  RenameDiscoveredServers1764010000000,
  OwnBySubject1764050000000,
  OwnersOfUploads1764050100000,
  DropAlertTriggers1764070000000,
  OrderEventDefinitions1764070100000,
  IndexFilters1764080000000,
  DropDecidingTriggers1764180000000,
  IndexResourcesOfType1764310000000,
  GroupsOfAgents1764320000000,
  OrderNamesNaturally1795429800000,
  CommentsOfAcknowledgements1795430400000,
  KindsOfReports1795434613000,
] as const;

type Settings = Pick<MonitoringConfig, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>;

export function databaseOptions({ DATABASE_URL, DATABASE_POOL_SIZE }: Settings): DatabaseOptions {
  return {
    url: DATABASE_URL,
    applicationName: 'monitoring',
    poolSize: DATABASE_POOL_SIZE,
    entities: ENTITIES,
    migrations: MIGRATIONS,
  };
}
