import type { PageWindow } from '@wardstone/pagination';
import {
  ArrayField,
  BooleanField,
  Dto,
  EnumField,
  IntField,
  LinksField,
  ObjectField,
  ObjectMapField,
  PageField,
  SortField,
  StringField,
  TimeField,
} from '../fields';
import type { Link, ObjectMap, Sort } from '../values';
import { INVENTORY_STATUSES, type InventoryStatus } from './resources.dto';

@Dto('agentResource', 'A resource of the agent')
export class AgentResource {
  @IntField('Its id')
  resourceId!: number;
  @IntField('Parent resource; null for the platform', { nullable: true })
  parentId!: number | null;
  @StringField('Discovery key')
  key!: string;
  @StringField('Name of its type')
  typeName!: string;
  @StringField('Plugin of its type')
  pluginName!: string;
  @StringField('Its name')
  name!: string;
  @StringField('Its inventory status')
  status!: string;
  @TimeField('Time of the last change')
  mtime!: number;
  @ObjectMapField('Connection properties')
  pluginConfig!: ObjectMap;
}

@Dto('agentSchedule', 'How often the agent collects a metric')
export class AgentSchedule {
  @IntField('Its id')
  scheduleId!: number;
  @IntField('Resource it belongs to')
  resourceId!: number;
  @StringField('Name of the metric')
  name!: string;
  @StringField('Kind of data')
  type!: string;
  @BooleanField('Whether it is the rate per minute of a counter')
  perMinute!: boolean;
  @IntField('Collection interval, in ms')
  collectionInterval!: number;
  @BooleanField('Whether it is collected')
  enabled!: boolean;
}

@Dto('agentInventory', 'Inventory of an agent as the server has it')
export class AgentInventory {
  @ArrayField('Its resources', { of: () => AgentResource })
  resources!: readonly AgentResource[];
  @ArrayField('Schedules of the resources in inventory', { of: () => AgentSchedule })
  schedules!: readonly AgentSchedule[];
}

export const AGENT_SORT_FIELDS = ['name', 'hostname', 'version', 'lastSeen'] as const;

/** Which agents are listed. */
export class AgentListQuery {
  @PageField()
  window!: PageWindow;
  @StringField('Part of the name of the agent or of its host, case-insensitive', { optional: true })
  q?: string;
  @BooleanField('Only agents that are silent (true) or only those that report (false)', { optional: true })
  silent?: boolean;
  @SortField({ fields: AGENT_SORT_FIELDS, default: { field: 'lastSeen', descends: false } })
  sort!: Sort<(typeof AGENT_SORT_FIELDS)[number]>;
}

@Dto('listedAgent', 'An agent, and the machine that it reports')
export class ListedAgent {
  @StringField('Name of the agent')
  name!: string;
  @StringField('Version of the agent', { nullable: true })
  version!: string | null;
  @StringField('Host name that the agent reported', { nullable: true })
  hostname!: string | null;
  @TimeField('Time of its first request')
  registered!: number;
  @TimeField('Time of its last request, to the minute')
  lastSeen!: number;
  @BooleanField('Whether it has been quiet for so long that its machine counts as down')
  silent!: boolean;
  @IntField('Id of its platform; null before it has reported one', { nullable: true })
  hostId!: number | null;
  @StringField('Name of the platform', { nullable: true })
  hostName!: string | null;
  @EnumField('Inventory status of the platform', { values: INVENTORY_STATUSES, nullable: true })
  hostStatus!: InventoryStatus | null;
}

@Dto('operationWork', 'An operation to execute')
export class OperationWork {
  @StringField('Job id of the execution')
  jobId!: string;
  @StringField('Name of the operation')
  name!: string;
  @ObjectMapField('Parameters, with defaults applied')
  parameters!: ObjectMap;
}

@Dto('createWork', 'A resource to create')
export class CreateWork {
  @StringField('Name of its type')
  typeName!: string;
  @StringField('Plugin of its type')
  pluginName!: string;
  @StringField('Name of the new resource')
  resourceName!: string;
  @ObjectMapField('Connection properties')
  pluginConfig!: ObjectMap;
  @ObjectMapField('Configuration; for content, the deployment properties')
  resourceConfig!: ObjectMap;
  @IntField('Size of the content, which is at /content below the work', { optional: true })
  contentLength?: number;
}

@Dto('cancelWork', 'Work to cancel')
export class CancelWork {
  @IntField('Id of the work')
  workId!: number;
}

@Dto('agentWork', 'A unit of work for the agent')
export class AgentWork {
  @IntField('Id of the work')
  id!: number;
  @StringField('Kind of work')
  kind!: string;
  @IntField('Id of the resource', { nullable: true })
  resourceId!: number | null;
  @TimeField('When the work was created')
  created!: number;
  @IntField('Time limit, in seconds', { optional: true })
  timeout?: number;
  @ObjectField('For kind operation', { of: () => OperationWork, optional: true })
  operation?: OperationWork;
  @ObjectField('For kind createResource', { of: () => CreateWork, optional: true })
  create?: CreateWork;
  @ObjectField('For kind cancel', { of: () => CancelWork, optional: true })
  cancel?: CancelWork;
}

@Dto('workReport', 'Progress of work of an agent')
export class WorkReport {
  @StringField('started, success, failure or canceled; for cancel work, its outcome')
  state!: string;
  @TimeField('When')
  time!: number;
  @ObjectMapField('Result of the operation', { nullable: true })
  result!: ObjectMap | null;
  @StringField('Reason of the failure', { nullable: true })
  errorMessage!: string | null;
  @StringField('Key of the created resource', { nullable: true })
  resourceKey!: string | null;
  @StringField('For a failed creation: INVALID_CONFIGURATION or INVALID_ARTIFACT', { nullable: true })
  creationStatus!: string | null;
}

@Dto('agent', 'A program that reports the machine it runs on')
export class Agent {
  @StringField('Name of the agent')
  name!: string;
  @StringField('Version of the agent', { nullable: true })
  version!: string | null;
  @TimeField('Time of its last request')
  lastSeen!: number;
  @TimeField('Time of the server')
  serverTime!: number;
  @IntField('Time without a request after which its machine counts as down, in ms')
  quietTimeout!: number;
  @BooleanField('Whether that time has passed')
  silent!: boolean;
  @LinksField('URLs of the agent interface')
  links!: readonly Link[];
}

@Dto('agentRegistration', 'Registration of an agent')
export class AgentRegistration {
  @StringField('Version of the agent', { optional: true })
  version?: string;
  @StringField('Host name', { optional: true })
  hostname?: string;
}

@Dto('agentPlugin', 'A plugin for agents')
export class AgentPlugin {
  @StringField('Its name')
  name!: string;
  @StringField('Its version')
  version!: string;
  @StringField('MD5 of the package')
  md5!: string;
}

/** What can happen to a file. See rule http-22. */
export const DRIFT_CATEGORIES = ['FILE_ADDED', 'FILE_CHANGED', 'FILE_REMOVED'] as const;
export type DriftCategory = (typeof DRIFT_CATEGORIES)[number];

/** How much work an agent takes, and how long it waits for some. */
export class AgentWorkQuery {
  @IntField('Maximum number of work items', { min: 1, max: 100, default: 10 })
  max!: number;
  @IntField('Seconds to wait for work', { min: 0, max: 30, default: 0 })
  wait!: number;
}
