import { flag, integer, links, objectMap, record, recordShape, records, text, time } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

/** Source: agent spec 9.2. */
export const AGENT = recordShape({
  name: 'Agent',
  element: 'agent',
  description: 'A program that reports the machine it runs on',
  fields: {
    name: text('Name it registered under'),
    version: text('Version of the program', { nullable: true }),
    lastSeen: time('When it last called'),
    serverTime: time('Time of the server'),
    quietTimeout: integer('How long it may be silent before its machine counts as down, in ms'),
    silent: flag('Whether it has been silent for longer than that'),
    links: links('What it calls next'),
  },
});
export type Agent = RecordOf<typeof AGENT>;

/** Source: agent spec 9.2. */
export const REGISTRATION = recordShape({
  name: 'AgentRegistration',
  element: 'agentRegistration',
  description: 'What an agent tells of itself',
  fields: {
    version: text('Version of the program', { optional: true }),
    hostname: text('Name of its machine', { optional: true }),
  },
});
export type Registration = RecordOf<typeof REGISTRATION>;

const REJECTED = recordShape({
  name: 'RejectedItem',
  element: 'rejectedItem',
  description: 'An item that was not stored',
  fields: { index: integer('Place in the report, from 0'), reason: text('Why') },
});

/** Source: agent spec 9.1. */
export const REPORT_RESULT = recordShape({
  name: 'ReportResult',
  element: 'reportResult',
  description: 'What became of a report',
  fields: {
    reportId: text('Id that the agent gave it'),
    accepted: integer('Items that were stored'),
    rejected: records('Items that were not', REJECTED),
    resync: flag('Whether a full inventory and all availabilities are asked for'),
  },
});
export type ReportResult = RecordOf<typeof REPORT_RESULT>;

const DISCOVERED = recordShape({
  name: 'DiscoveredResource',
  element: 'discoveredResource',
  description: 'A resource of the report that the server knows',
  fields: {
    path: text('Place in the report, as a JSON pointer'),
    resourceId: integer('Its id'),
    status: text('Its inventory status'),
    created: flag('Whether it was new'),
  },
});
const UNDISCOVERED = recordShape({
  name: 'RejectedResource',
  element: 'rejectedResource',
  description: 'A resource of the report that was refused, and all below it',
  fields: { path: text('Place in the report, as a JSON pointer'), reason: text('Why') },
});

/** Source: agent spec 9.3. */
export const INVENTORY_RESULT = recordShape({
  name: 'InventoryResult',
  element: 'inventoryResult',
  description: 'What became of a discovery report',
  fields: {
    reportId: text('Id that the agent gave it'),
    resync: flag('Whether all availabilities are asked for'),
    resources: records('What is known now', DISCOVERED),
    rejected: records('What was refused', UNDISCOVERED),
  },
});
export type InventoryResult = RecordOf<typeof INVENTORY_RESULT>;

const SYNC_RESOURCE = recordShape({
  name: 'AgentResource',
  element: 'agentResource',
  description: 'A resource of the agent',
  fields: {
    resourceId: integer('Its id'),
    parentId: integer('Resource it is below; null for the platform', { nullable: true }),
    key: text('Key it was discovered under'),
    typeName: text('Name of its type'),
    pluginName: text('Plugin of its type'),
    name: text('Its name'),
    status: text('Its inventory status'),
    mtime: time('When it last changed'),
    pluginConfig: objectMap('Connection properties'),
  },
});
const SYNC_SCHEDULE = recordShape({
  name: 'AgentSchedule',
  element: 'agentSchedule',
  description: 'How often the agent collects a metric',
  fields: {
    scheduleId: integer('Its id'),
    resourceId: integer('Resource it belongs to'),
    name: text('Name of the metric'),
    type: text('Kind of data'),
    perMinute: flag('Whether it is the rate per minute of a counter'),
    collectionInterval: integer('Time between two collections, in ms'),
    enabled: flag('Whether it is collected'),
  },
});

/** Source: agent spec 9.4. */
export const SYNC = recordShape({
  name: 'AgentInventory',
  element: 'agentInventory',
  description: 'What the server knows of the resources of an agent',
  fields: {
    resources: records('Its resources', SYNC_RESOURCE),
    schedules: records('Schedules of those in inventory', SYNC_SCHEDULE),
  },
});
export type Sync = RecordOf<typeof SYNC>;

const WORK_OPERATION = recordShape({
  name: 'OperationWork',
  element: 'operationWork',
  description: 'An operation to execute',
  fields: {
    jobId: text('Job id of the execution'),
    name: text('Name of the operation'),
    parameters: objectMap('Its parameters, defaults filled in'),
  },
});
const WORK_CANCEL = recordShape({
  name: 'CancelWork',
  element: 'cancelWork',
  description: 'Work to stop',
  fields: { workId: integer('Id of the work') },
});

const WORK_CREATE = recordShape({
  name: 'CreateWork',
  element: 'createWork',
  description: 'A resource to create',
  fields: {
    typeName: text('Name of its type'),
    pluginName: text('Plugin of its type'),
    resourceName: text('Name it will have'),
    pluginConfig: objectMap('Connection properties'),
    resourceConfig: objectMap('Its configuration; for content the properties it is deployed with'),
    contentLength: integer('Bytes of the content, which are at /content below the work', { optional: true }),
  },
});

/** Source: agent spec 9.5. */
export const WORK = recordShape({
  name: 'AgentWork',
  element: 'agentWork',
  description: 'Something for the agent to do',
  fields: {
    id: integer('Id of the work'),
    kind: text('What kind of work it is'),
    resourceId: integer('Resource it is about', { nullable: true }),
    created: time('When it was ordered'),
    timeout: integer('Seconds it may take', { optional: true }),
    operation: record('For kind operation', WORK_OPERATION, { optional: true }),
    create: record('For kind createResource', WORK_CREATE, { optional: true }),
    cancel: record('For kind cancel', WORK_CANCEL, { optional: true }),
  },
});
export type Work = RecordOf<typeof WORK>;

/** Source: agent spec 9.5. */
export const WORK_REPORT = recordShape({
  name: 'WorkReport',
  element: 'workReport',
  description: 'How far an agent is with its work',
  fields: {
    state: text('started, success, failure or canceled; for cancel work what became of it'),
    time: time('When'),
    result: objectMap('What an operation returned', { nullable: true }),
    errorMessage: text('Why it did not succeed', { nullable: true }),
    resourceKey: text('Key of the resource that was created', { nullable: true }),
    creationStatus: text('For a creation that failed: INVALID_CONFIGURATION or INVALID_ARTIFACT', { nullable: true }),
  },
});
export type WorkReport = RecordOf<typeof WORK_REPORT>;

/** Source: agent spec 9.9. */
export const AGENT_PLUGIN = recordShape({
  name: 'AgentPlugin',
  element: 'agentPlugin',
  description: 'A plug-in whose package agents fetch',
  fields: { name: text('Its name'), version: text('Its version'), md5: text('MD5 of its package') },
});
export type AgentPlugin = RecordOf<typeof AGENT_PLUGIN>;
