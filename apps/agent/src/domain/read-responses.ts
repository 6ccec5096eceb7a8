import { type ObjectMap } from '@wardstone/dto';
import { type AgentFileFilter, type AgentWork, type CreateWork, type OperationWork } from '@wardstone/dto/monitoring';
import {
  type KnownDriftDefinition,
  type KnownInventory,
  type KnownResource,
  type KnownSchedule,
} from './known-inventory';

/** Work from the server, reduced to what the agent reads. */
export interface WorkItem extends Pick<AgentWork, 'id' | 'kind' | 'resourceId' | 'timeout' | 'cancel'> {
  operation?: Pick<OperationWork, 'name' | 'parameters'>;
  create?: Pick<CreateWork, 'typeName'>;
}

/** More than any agent has; further ones are dropped. */
const MAX_RESOURCES = 20_000;
const MAX_SCHEDULES = 200_000;
/** The server's minimum; a shorter interval would keep the machine busy. */
const MIN_INTERVAL_MS = 30_000;
const MAX_TIMEOUT_SECONDS = 24 * 3600;
const MAX_TEXT_LENGTH = 2_000;
const MAX_PROBLEMS = 50;
const MAX_DRIFT_DEFINITIONS = 50;
const MAX_FILTERS = 100;
/** Minimum interval of walks, whatever the server requests, because a walk is a load of its own. */
const MIN_WALK_MS = 60_000;
const MAX_WALK_MS = 31 * 24 * 3_600_000;

/** Valid parts of the inventory in a response; undefined if it is malformed. */
export function readInventory(body: unknown): KnownInventory | undefined {
  if (!isFields(body) || !Array.isArray(body['resources']) || !Array.isArray(body['schedules'])) return undefined;
  return {
    resources: body['resources'].slice(0, MAX_RESOURCES).flatMap(readResource),
    schedules: body['schedules'].slice(0, MAX_SCHEDULES).flatMap(readSchedule),
    driftDefinitions: toList(body['driftDefinitions']).slice(0, MAX_DRIFT_DEFINITIONS).flatMap(readDriftDefinition),
  };
}

/** Valid work items of a response. */
export function readWork(body: unknown, most: number): WorkItem[] {
  return Array.isArray(body) ? body.slice(0, most).flatMap(readItem) : [];
}

/** Reasons for rejected parts of a report. */
export function readRejections(body: unknown): string[] {
  const rejected = isFields(body) && Array.isArray(body['rejected']) ? body['rejected'] : [];
  return rejected.map((each: unknown) => (isFields(each) && toText(each['reason'])) || 'no reason given');
}

/** Problems of the agent that the server reports in its response. */
export function readProblems(body: unknown): string[] {
  const problems = isFields(body) && Array.isArray(body['problems']) ? body['problems'].slice(0, MAX_PROBLEMS) : [];
  return problems.flatMap((each) => toText(each) ?? []);
}

function readResource(value: unknown): KnownResource[] {
  if (!isFields(value)) return [];
  const { resourceId, parentId, status, pluginConfig } = value;
  const [key, typeName, pluginName, name] = ['key', 'typeName', 'pluginName', 'name'].map((each) =>
    toText(value[each]),
  );
  const isKnown = status === 'NEW' || status === 'COMMITTED' || status === 'IGNORED';
  if (!isId(resourceId) || (parentId !== null && !isId(parentId)) || !isKnown) return [];
  if (key === undefined || typeName === undefined || pluginName === undefined || name === undefined) return [];
  const connection = isFields(pluginConfig) ? pluginConfig : {};
  return [{ resourceId, parentId, key, typeName, pluginName, name, status, pluginConfig: connection }];
}

const SCHEDULED = ['MEASUREMENT', 'TRAIT', 'CALLTIME', 'AVAILABILITY', 'COMPLEX'] as const;

function readSchedule(value: unknown): KnownSchedule[] {
  if (!isFields(value)) return [];
  const { scheduleId, resourceId, perMinute, enabled, collectionInterval: ms } = value;
  const name = toText(value['name']);
  const type = SCHEDULED.find((known) => known === value['type']);
  if (!isId(scheduleId) || !isId(resourceId) || name === undefined || type === undefined) return [];
  if (typeof ms !== 'number' || !Number.isFinite(ms)) return [];
  const collectionInterval = Math.max(MIN_INTERVAL_MS, ms);
  return [
    {
      scheduleId,
      resourceId,
      name,
      type,
      perMinute: perMinute === true,
      collectionInterval,
      enabled: enabled === true,
    },
  ];
}

/** Paths are not checked here, because each walk checks them against AGENT_FILE_ROOTS. */
function readDriftDefinition(value: unknown): KnownDriftDefinition[] {
  if (!isFields(value)) return [];
  const { resourceId, interval, version } = value;
  const [name, baseDirectory] = [toText(value['name']), toText(value['baseDirectory'])];
  if (!isId(resourceId) || !name || !baseDirectory || typeof interval !== 'number' || Number.isNaN(interval)) return [];
  return [
    {
      resourceId,
      name,
      baseDirectory,
      interval: Math.min(Math.max(MIN_WALK_MS, interval), MAX_WALK_MS),
      includes: readFilters(value['includes']),
      excludes: readFilters(value['excludes']),
      version: version === 0 || isId(version) ? version : null,
    },
  ];
}

function readFilters(value: unknown): AgentFileFilter[] {
  return toList(value)
    .slice(0, MAX_FILTERS)
    .flatMap((each) => {
      const path = isFields(each) ? toText(each['path']) : undefined;
      return path === undefined ? [] : [{ path, pattern: toText((each as ObjectMap)['pattern']) ?? null }];
    });
}

/** Ids become names of files and parts of URLs. */
function readItem(value: unknown): WorkItem[] {
  if (!isFields(value)) return [];
  const { id, resourceId, timeout, operation, create, cancel } = value;
  const kind = toText(value['kind']);
  if (!isId(id) || kind === undefined) return [];
  const item: WorkItem = { id, kind, resourceId: isId(resourceId) ? resourceId : null };
  if (typeof timeout === 'number') item.timeout = Math.min(Math.max(1, timeout), MAX_TIMEOUT_SECONDS);
  if (isFields(operation)) {
    const parameters = isFields(operation['parameters']) ? operation['parameters'] : {};
    item.operation = { name: toText(operation['name']) ?? '', parameters };
  }
  if (isFields(create)) item.create = { typeName: toText(create['typeName']) ?? '' };
  if (isFields(cancel) && isId(cancel['workId'])) item.cancel = { workId: cancel['workId'] };
  return [item];
}

function isFields(value: unknown): value is ObjectMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : undefined;
}
