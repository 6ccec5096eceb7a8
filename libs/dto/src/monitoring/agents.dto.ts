import { Dto, Field } from '../fields';
import type { Link, ObjectMap, Sort } from '../values';
import { INVENTORY_STATUSES, type InventoryStatus } from './resources.dto';
import { PageQuery } from './values.dto';

@Dto('agentResource', 'A resource of the agent')
export class AgentResource {
  @Field.Int('Its id')
  resourceId!: number;
  @Field.Int('Parent resource; null for the platform', { nullable: true })
  parentId!: number | null;
  @Field.String('Discovery key')
  key!: string;
  @Field.String('Name of its type')
  typeName!: string;
  @Field.String('Plugin of its type')
  pluginName!: string;
  @Field.String('Name of the resource')
  name!: string;
  @Field.String('Its inventory status')
  status!: string;
  @Field.Time('Time of the last change')
  mtime!: number;
  @Field.ObjectMap('Connection properties')
  pluginConfig!: ObjectMap;
}

@Dto('agentSchedule', 'How often the agent collects a metric')
export class AgentSchedule {
  @Field.Int('Its id')
  scheduleId!: number;
  @Field.Int('Resource it belongs to')
  resourceId!: number;
  @Field.String('Name of the metric')
  name!: string;
  @Field.String('Kind of data')
  type!: string;
  @Field.Boolean('Whether it is the rate per minute of a counter')
  perMinute!: boolean;
  @Field.Int('Collection interval, in ms')
  collectionInterval!: number;
  @Field.Boolean('Whether it is collected')
  enabled!: boolean;
}

@Dto('agentFileFilter', 'Files below a directory')
export class AgentFileFilter {
  @Field.String('Directory, relative to the base directory; a dot is the base directory itself')
  path!: string;
  @Field.String('Pattern of paths below it, with *, ** and ?; null for all', { nullable: true })
  pattern!: string | null;
}

@Dto('agentDriftDefinition', 'Files of a resource that the agent watches')
export class AgentDriftDefinition {
  @Field.Int('Resource they belong to')
  resourceId!: number;
  @Field.String('Name of the drift definition')
  name!: string;
  @Field.String('Absolute path of the base directory')
  baseDirectory!: string;
  @Field.Int('Interval between two checks, in ms')
  interval!: number;
  @Field.Array('Files that are watched; all when empty', { of: () => AgentFileFilter })
  includes!: readonly AgentFileFilter[];
  @Field.Array('Files that are not watched', { of: () => AgentFileFilter })
  excludes!: readonly AgentFileFilter[];
  @Field.Int('Newest change set that the server has; null when it has none', { nullable: true })
  version!: number | null;
}

@Dto('agentInventory', 'Inventory of an agent as the server has it')
export class AgentInventory {
  @Field.Array('Its resources', { of: () => AgentResource })
  resources!: readonly AgentResource[];
  @Field.Array('Schedules of the resources in inventory', { of: () => AgentSchedule })
  schedules!: readonly AgentSchedule[];
  @Field.Array('Drift definitions of the resources in inventory', { of: () => AgentDriftDefinition })
  driftDefinitions!: readonly AgentDriftDefinition[];
}

export const AGENT_SORT_FIELDS = ['name', 'hostname', 'version', 'lastSeen'] as const;

/** Filters and page of the list of agents. */
export class AgentListQuery extends PageQuery {
  @Field.String('Part of the name of the agent or of its host, case-insensitive', { optional: true })
  q?: string;
  @Field.Boolean('Only agents that are silent (true) or only those that report (false)', { optional: true })
  silent?: boolean;
  @Field.Sort({ fields: AGENT_SORT_FIELDS, default: { field: 'lastSeen', descends: false } })
  sort!: Sort<(typeof AGENT_SORT_FIELDS)[number]>;
}

@Dto('listedAgent', 'An agent, and the machine that it reports')
export class ListedAgent {
  @Field.String('Name of the agent')
  name!: string;
  @Field.String('Version of the agent', { nullable: true })
  version!: string | null;
  @Field.String('Host name that the agent reported', { nullable: true })
  hostname!: string | null;
  @Field.Time('Time of its first request')
  registered!: number;
  @Field.Time('Time of its last request, to the minute')
  lastSeen!: number;
  @Field.Boolean('Whether it has not reported for so long that its machine counts as DOWN')
  silent!: boolean;
  @Field.Array('Problems that prevent a complete report, from its last report', { of: 'string' })
  problems!: readonly string[];
  @Field.Int('Id of its platform; null before it has reported one', { nullable: true })
  hostId!: number | null;
  @Field.String('Name of the platform', { nullable: true })
  hostName!: string | null;
  @Field.Enum('Inventory status of the platform', { values: INVENTORY_STATUSES, nullable: true })
  hostStatus!: InventoryStatus | null;
}

@Dto('operationWork', 'An operation to execute')
export class OperationWork {
  @Field.String('Job id of the execution')
  jobId!: string;
  @Field.String('Name of the operation')
  name!: string;
  @Field.ObjectMap('Parameters, with defaults applied')
  parameters!: ObjectMap;
}

@Dto('createWork', 'A resource to create')
export class CreateWork {
  @Field.String('Name of its type')
  typeName!: string;
  @Field.String('Plugin of its type')
  pluginName!: string;
  @Field.String('Name of the new resource')
  resourceName!: string;
  @Field.ObjectMap('Connection properties')
  pluginConfig!: ObjectMap;
  @Field.ObjectMap('Configuration; for content, the deployment properties')
  resourceConfig!: ObjectMap;
  @Field.Int('Size of the content, which is at /content below the work', { optional: true })
  contentLength?: number;
}

@Dto('cancelWork', 'Work to cancel')
export class CancelWork {
  @Field.Int('Id of the work')
  workId!: number;
}

@Dto('agentWork', 'A unit of work for the agent')
export class AgentWork {
  @Field.Int('Id of the work')
  id!: number;
  @Field.String('Kind of work')
  kind!: string;
  @Field.Int('Id of the resource', { nullable: true })
  resourceId!: number | null;
  @Field.Time('When the work was created')
  created!: number;
  @Field.Int('Time limit, in seconds', { optional: true })
  timeout?: number;
  @Field.Object('For kind operation', { of: () => OperationWork, optional: true })
  operation?: OperationWork;
  @Field.Object('For kind createResource', { of: () => CreateWork, optional: true })
  create?: CreateWork;
  @Field.Object('For kind cancel', { of: () => CancelWork, optional: true })
  cancel?: CancelWork;
}

@Dto('workReport', 'Progress of work of an agent')
export class WorkReport {
  @Field.String('started, success, failure or canceled; for cancel work, its outcome')
  state!: string;
  @Field.Time('When')
  time!: number;
  @Field.ObjectMap('Result of the operation; with started, its output so far', { nullable: true })
  result!: ObjectMap | null;
  @Field.String('Reason of the failure', { nullable: true })
  errorMessage!: string | null;
  @Field.String('Key of the created resource', { nullable: true })
  resourceKey!: string | null;
  @Field.String('For a failed creation: INVALID_CONFIGURATION or INVALID_ARTIFACT', { nullable: true })
  creationStatus!: string | null;
}

@Dto('agent', 'A program that reports the machine it runs on')
export class Agent {
  @Field.String('Name of the agent')
  name!: string;
  @Field.String('Version of the agent', { nullable: true })
  version!: string | null;
  @Field.Time('Time of its last request')
  lastSeen!: number;
  @Field.Time('Time of the server')
  serverTime!: number;
  @Field.Int('Time without a request after which its machine counts as down, in ms')
  quietTimeout!: number;
  @Field.Boolean('Whether that time has passed')
  silent!: boolean;
  @Field.Array('Problems that prevent a complete report, and use of its identity by another machine', { of: 'string' })
  problems!: readonly string[];
  @Field.Links('URLs of the agent interface')
  links!: readonly Link[];
}

@Dto('agentRegistration', 'Registration of an agent')
export class AgentRegistration {
  @Field.String('Version of the agent', { optional: true })
  version?: string;
  @Field.String('Host name', { optional: true })
  hostname?: string;
  @Field.String('Random id of the process, to detect others with the same identity', {
    optional: true,
    maxLength: 100,
  })
  run?: string;
  @Field.Array('Problems that prevent a complete report', { of: 'string', optional: true, maxItems: 20 })
  problems?: readonly string[];
}

@Dto('agentPlugin', 'A plugin for agents')
export class AgentPlugin {
  @Field.String('Name of the plugin')
  name!: string;
  @Field.String('Its version')
  version!: string;
  @Field.String('MD5 of the package')
  md5!: string;
}

/** Changes of a file. See rule http-22. */
export const DRIFT_CATEGORIES = ['FILE_ADDED', 'FILE_CHANGED', 'FILE_REMOVED'] as const;
export type DriftCategory = (typeof DRIFT_CATEGORIES)[number];

/** How much work an agent requests, and how long it waits for some. */
export class AgentWorkQuery {
  @Field.Int('Maximum number of work items', { min: 1, max: 100, default: 10 })
  max!: number;
  @Field.Int('Seconds to wait for work', { min: 0, max: 30, default: 0 })
  wait!: number;
}
