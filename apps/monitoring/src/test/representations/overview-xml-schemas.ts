import { AVAILABILITIES } from './xml-elements';
import { collection, type DocumentSchema, type ElementSchema } from './xml-schema';

const PRIORITIES = ['HIGH', 'MEDIUM', 'LOW'];
const OF_RESOURCE = { resourceId: ['1', 'int'], resourceName: ['1', 'string'] } as const;
const OF_METRIC = {
  definitionId: ['1', 'int'],
  displayName: ['1', 'string'],
  unit: ['1', 'string'],
  perMinute: ['1', 'boolean'],
  collectionInterval: ['1', 'long'],
} as const;

const STATUS = {
  state: ['1', ['FIRING', 'ACKNOWLEDGED', 'SUPPRESSED', 'SILENCED', 'RECOVERED', 'RESOLVED', 'CLOSED']],
  acknowledgedBy: ['?', 'string'],
  silenceId: ['?', 'int'],
  silencedUntil: ['?', 'long'],
  causeId: ['?', 'int'],
  causeName: ['?', 'string'],
  endTime: ['?', 'long'],
  endReason: [
    '?',
    ['RECOVERED', 'RESOLVED', 'DEFINITION_CHANGED', 'DEFINITION_REMOVED', 'RESOURCE_REMOVED', 'REPLACED', 'EXPIRED'],
  ],
  endedBy: ['?', 'string'],
  seesRecovery: ['1', 'boolean'],
} as const;

const CURRENT_METRIC: ElementSchema = {
  children: {
    scheduleId: ['1', 'int'],
    name: ['1', 'string'],
    ...OF_METRIC,
    value: ['1', 'double'],
    time: ['1', 'long'],
  },
};

const PART: ElementSchema = {
  children: {
    ...OF_RESOURCE,
    availability: ['1', AVAILABILITIES],
    openAlerts: ['1', 'int'],
    metrics: ['*', CURRENT_METRIC],
  },
};

/** See rule inventory-19. */
const OVERVIEW: ElementSchema = {
  children: {
    resourceId: ['1', 'int'],
    availability: ['1', AVAILABILITIES],
    availabilitySince: ['1', 'long'],
    agent: [
      '?',
      {
        children: {
          name: ['1', 'string'],
          version: ['?', 'string'],
          lastContact: ['1', 'long'],
          silent: ['1', 'boolean'],
        },
      },
    ],
    openAlertCount: ['1', 'int'],
    acknowledgedCount: ['1', 'int'],
    recoveredCount: ['1', 'int'],
    openAlerts: [
      '*',
      {
        children: {
          ...STATUS,
          alertId: ['1', 'int'],
          definitionId: ['1', 'int'],
          name: ['1', 'string'],
          priority: ['1', PRIORITIES],
          ...OF_RESOURCE,
          description: ['1', 'string'],
          count: ['1', 'int'],
          since: ['1', 'long'],
          latest: ['1', 'long'],
        },
      },
    ],
    downCount: ['1', 'int'],
    down: ['*', { children: { ...OF_RESOURCE, typeName: ['1', 'string'], since: ['1', 'long'] } }],
    metrics: ['*', CURRENT_METRIC],
    parts: [
      '*',
      { children: { typeId: ['1', 'int'], typeName: ['1', 'string'], count: ['1', 'int'], worst: ['*', PART] } },
    ],
    traits: ['*', { children: { displayName: ['1', 'string'], value: ['?', 'string'] } }],
    changes: [
      '*',
      {
        children: {
          kind: ['1', ['CONFIGURATION', 'OPERATION', 'DRIFT', 'MEMBER']],
          time: ['1', 'long'],
          ...OF_RESOURCE,
          name: ['?', 'string'],
          status: ['?', 'string'],
          by: ['?', 'string'],
          job: ['?', 'string'],
        },
      },
    ],
  },
};

const FILE_CHANGE: ElementSchema = {
  children: {
    id: ['1', 'int'],
    time: ['1', 'long'],
    definition: ['1', 'string'],
    version: ['1', 'int'],
    category: ['1', ['FILE_ADDED', 'FILE_CHANGED', 'FILE_REMOVED']],
    path: ['1', 'string'],
    file: ['?', 'string'],
    sha256: ['?', 'string'],
    size: ['?', 'long'],
    mode: ['?', 'int'],
    owner: ['?', 'string'],
    hasText: ['1', 'boolean'],
  },
};

const FILE_DIFFERENCE: ElementSchema = {
  children: {
    id: ['1', 'int'],
    path: ['1', 'string'],
    before: ['?', 'string'],
    after: ['?', 'string'],
    difference: ['1', 'string'],
  },
};

const MEMBER: ElementSchema = {
  children: {
    ...OF_RESOURCE,
    typeName: ['1', 'string'],
    ancestry: ['?', 'string'],
    availability: ['1', AVAILABILITIES],
    openAlerts: ['1', 'int'],
    value: ['1', 'double'],
  },
};

const POINT: ElementSchema = {
  children: { timeStamp: ['1', 'long'], value: ['1', 'double'], high: ['1', 'double'], low: ['1', 'double'] },
};

const CHART: ElementSchema = {
  children: {
    scheduleId: ['1', 'int'],
    ...OF_RESOURCE,
    ...OF_METRIC,
    last: ['1', 'double'],
    min: ['1', 'double'],
    avg: ['1', 'double'],
    max: ['1', 'double'],
    baseline: [
      '?',
      {
        children: { min: ['1', 'double'], max: ['1', 'double'], mean: ['1', 'double'], computeTime: ['1', 'long'] },
      },
    ],
    limits: [
      '*',
      {
        children: {
          definitionId: ['1', 'int'],
          name: ['1', 'string'],
          priority: ['1', PRIORITIES],
          comparator: ['1', 'string'],
          value: ['1', 'double'],
        },
      },
    ],
    alerts: ['*', { children: { id: ['1', 'int'], name: ['1', 'string'], time: ['1', 'long'] } }],
    dataPoints: ['*', POINT],
  },
};

const OF_MEMBER: ElementSchema = { children: { ...OF_RESOURCE, value: ['1', 'double'] } };

const GROUP_CHART: ElementSchema = {
  children: {
    ...OF_METRIC,
    memberCount: ['1', 'int'],
    measuredCount: ['1', 'int'],
    highest: ['*', OF_MEMBER],
    lowest: ['*', OF_MEMBER],
    dataPoints: ['*', POINT],
  },
};

/** See rule agents-21. */
const CONFIGURATION_CHANGE: ElementSchema = {
  children: {
    version: ['1', 'int'],
    time: ['1', 'long'],
    property: ['1', 'string'],
    before: ['?', 'string'],
    after: ['?', 'string'],
  },
};
const CONFIGURATION_DIFFERENCE: ElementSchema = {
  children: { property: ['1', 'string'], value: ['?', 'string'], otherValue: ['?', 'string'] },
};

/** See rule agents-20. */
const INSTALLED_PACKAGE: ElementSchema = {
  children: {
    hostId: ['1', 'int'],
    hostName: ['1', 'string'],
    name: ['1', 'string'],
    architecture: ['?', 'string'],
    version: ['1', 'string'],
    format: ['1', ['deb', 'rpm']],
  },
};

/** See rule problems-1. */
const PROBLEM: ElementSchema = {
  children: {
    ...STATUS,
    kind: ['1', ['ALERT', 'RESOURCE', 'OPERATION']],
    severity: ['1', ['HIGH', 'MEDIUM', 'LOW']],
    name: ['1', 'string'],
    definitionId: ['?', 'int'],
    alertId: ['?', 'int'],
    resourceId: ['1', 'int'],
    resourceName: ['1', 'string'],
    hostId: ['1', 'int'],
    hostName: ['1', 'string'],
    count: ['1', 'int'],
    firstTime: ['1', 'long'],
    lastTime: ['1', 'long'],
    description: ['?', 'string'],
    suppresses: ['1', 'int'],
  },
};
const SICK_HOST: ElementSchema = {
  children: {
    hostId: ['1', 'int'],
    hostName: ['1', 'string'],
    high: ['1', 'int'],
    medium: ['1', 'int'],
    low: ['1', 'int'],
    acknowledged: ['1', 'int'],
    held: ['1', 'int'],
    worst: ['1', 'string'],
    worstKind: ['1', ['ALERT', 'RESOURCE', 'OPERATION']],
  },
};
const WAITING_HOST: ElementSchema = {
  children: { hostId: ['1', 'int'], hostName: ['1', 'string'], since: ['1', 'long'] },
};
const SUMMARY: ElementSchema = {
  children: {
    high: ['1', 'int'],
    medium: ['1', 'int'],
    low: ['1', 'int'],
    acknowledged: ['1', 'int'],
    silenced: ['1', 'int'],
    suppressed: ['1', 'int'],
    recovered: ['1', 'int'],
    down: ['1', 'int'],
    unknown: ['1', 'int'],
    up: ['1', 'int'],
    definitions: ['1', 'int'],
    waiting: ['1', 'int'],
    waitingHosts: ['*', WAITING_HOST],
    hosts: ['*', SICK_HOST],
  },
};

/** By operation id; for the summaries on pages of the console. */
export const XML_OF_OVERVIEWS: Readonly<Record<string, DocumentSchema>> = {
  getResourceOverview: { root: 'resourceOverview', element: OVERVIEW },
  listMembersOfGroup: collection('groupMember', MEMBER),
  listCharts: collection('metricChart', CHART),
  listChartsOfResource: collection('metricChart', CHART),
  listChartsOfGroup: collection('groupChart', GROUP_CHART),
  listConfigurationChanges: collection('configurationChange', CONFIGURATION_CHANGE),
  listConfigurationDifferences: collection('configurationDifference', CONFIGURATION_DIFFERENCE),
  listFileChanges: collection('fileChange', FILE_CHANGE),
  getFileDifference: { root: 'fileDifference', element: FILE_DIFFERENCE },
  listInstalledPackages: collection('installedPackage', INSTALLED_PACKAGE),
  listProblems: collection('problem', PROBLEM),
  summarizeProblems: { root: 'problemSummary', element: SUMMARY },
};
