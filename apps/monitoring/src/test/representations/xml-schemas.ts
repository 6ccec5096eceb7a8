import { XML_OF_ALERT_READS, XML_OF_ALERT_WRITES } from './alert-xml-schemas';
import { XML_OF_CONTACT_READS, XML_OF_CONTACT_WRITES } from './contact-xml-schemas';
import { XML_OF_ON_CALL_READS, XML_OF_ON_CALL_WRITES } from './on-call-xml-schemas';
import { xmlOfGroupReads, xmlOfGroupWrites } from './group-xml-schemas';
import { XML_OF_OPERATION_READS, XML_OF_OPERATION_WRITES } from './operation-xml-schemas';
import { XML_OF_OVERVIEWS } from './overview-xml-schemas';
import { AVAILABILITIES, LINK, OBJECT_MAP, RESOURCE, VALUE } from './xml-elements';
import { collection, type DocumentSchema, type ElementSchema } from './xml-schema';

/** XML of every response, written from the specifications, not from the code. */

/** See rule http-6. */
const GROUP: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    resourceTypeId: ['?', 'int'],
    recursive: ['1', 'boolean'],
    category: ['1', ['COMPATIBLE', 'MIXED']],
    dynaGroupDefinitionId: ['1', 'int'],
    explicitCount: ['1', 'int'],
    implicitCount: ['1', 'int'],
    link: ['*', LINK],
  },
};

/** See rule inventory-1. */
const RESOURCE_TYPE: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    pluginName: ['1', 'string'],
    createPolicy: ['1', ['NEITHER', 'CREATE_ONLY', 'DELETE_ONLY', 'BOTH']],
    dataType: ['1', ['CONFIGURATION', 'CONTENT']],
    links: ['*', LINK],
  },
};

const PROPERTIES = [
  '*',
  {
    children: {
      name: ['1', 'string'],
      displayName: ['1', 'string'],
      description: ['?', 'string'],
      type: ['1', 'string'],
      required: ['1', 'boolean'],
    },
  },
] as const;

/** See rule inventory-17. */
const CONFIGURATION: ElementSchema = {
  children: {
    resourceId: ['1', 'int'],
    version: ['?', 'string'],
    pluginConfigProperties: PROPERTIES,
    pluginConfig: ['1', OBJECT_MAP],
    resourceConfigProperties: PROPERTIES,
    resourceConfig: ['1', OBJECT_MAP],
    link: ['*', LINK],
  },
};

/** See rule plugins-2. */
const PLUGIN: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    displayName: ['1', 'string'],
    version: ['1', 'string'],
    enabled: ['1', 'boolean'],
    status: ['1', ['INSTALLED', 'DELETED']],
    link: ['*', LINK],
  },
};

/** See rule inventory-12. */
const AVAILABILITY: ElementSchema = {
  children: {
    since: ['1', 'long'],
    type: ['1', AVAILABILITIES],
    until: ['?', 'long'],
    resourceId: ['1', 'int'],
  },
};

/** See rule inventory-13. */
const AVAILABILITY_SUMMARY: ElementSchema = {
  children: {
    currentTime: ['1', 'long'],
    upTime: ['1', 'long'],
    downTime: ['1', 'long'],
    disabledTime: ['1', 'long'],
    unknownTime: ['1', 'long'],
    knownTime: ['1', 'long'],
    failures: ['1', 'int'],
    disabled: ['1', 'int'],
    lastChange: ['1', 'long'],
    current: ['1', AVAILABILITIES],
    resourceId: ['1', 'int'],
    upPercentage: ['1', 'double'],
    downPercentage: ['1', 'double'],
    disabledPercentage: ['1', 'double'],
    mtbf: ['1', 'long'],
    mttr: ['1', 'long'],
  },
};

/** Without `mtime`, which XML does not have. See rule metrics-1. */
const SCHEDULE: ElementSchema = {
  children: {
    scheduleId: ['1', 'int'],
    scheduleName: ['1', 'string'],
    enabled: ['1', 'boolean'],
    collectionInterval: ['1', 'long'],
    displayName: ['1', 'string'],
    unit: ['1', 'string'],
    type: ['1', ['MEASUREMENT', 'TRAIT', 'COMPLEX', 'CALLTIME', 'AVAILABILITY']],
    definitionId: ['1', 'int'],
    links: ['*', LINK],
  },
};

const RANGE = { min: ['1', 'double'], avg: ['1', 'double'], max: ['1', 'double'] } as const;
const TIMES = { minTimeStamp: ['1', 'long'], maxTimeStamp: ['1', 'long'] } as const;

/** See rule metrics-6. */
const AGGREGATE: ElementSchema = {
  children: {
    scheduleId: ['1', 'int'],
    ...RANGE,
    numDataPoints: ['1', 'int'],
    group: ['1', 'boolean'],
    ...TIMES,
    dataPoints: [
      '*',
      {
        children: {
          timeStamp: ['1', 'long'],
          value: ['1', 'double'],
          high: ['1', 'double'],
          low: ['1', 'double'],
        },
      },
    ],
  },
};

/** See rule metrics-7. */
const DEFINITION_AGGREGATE: ElementSchema = { children: { definitionId: ['1', 'int'], ...RANGE, ...TIMES } };

/** See rule metrics-8. */
const POINT: ElementSchema = { attributes: { scheduleId: 'int', timeStamp: 'long', value: 'double' } };

/** See rule metrics-13. */
const BASELINE: ElementSchema = {
  children: { min: ['1', 'double'], max: ['1', 'double'], mean: ['1', 'double'], computeTime: ['1', 'long'] },
};

/** See rule http-21. */
const USER: ElementSchema = {
  children: {
    id: ['1', 'int'],
    login: ['1', 'string'],
    tel: ['?', 'string'],
    email: ['?', 'string'],
    firstName: ['?', 'string'],
    lastName: ['?', 'string'],
  },
};

/** See rules http-6, http-19. */
const STATUS: ElementSchema = {
  children: {
    values: ['1', { children: { entry: ['*', { children: { key: ['1', 'string'], value: ['1', 'string'] } }] } }],
  },
};

const LINKS = collection('link', LINK);

const REMOVAL: ElementSchema = {
  children: {
    resources: ['1', 'int'],
    parts: ['1', 'int'],
    openAlerts: ['1', 'int'],
    schedules: ['1', 'int'],
  },
};

/** By operation id. */
export const XML_OF_READS: Readonly<Record<string, DocumentSchema>> = {
  getRoot: LINKS,
  getIndex: LINKS,
  getStatus: { root: 'status', element: STATUS },
  getServerMode: VALUE('string'),
  getFavoriteResources: collection('resource', RESOURCE),
  getFavoriteGroups: collection('groupRest', GROUP),
  getUser: { root: 'userRest', element: USER },
  listPlugins: collection('plugin', PLUGIN),
  getPlugin: { root: 'plugin', element: PLUGIN },
  getPluginPush: VALUE('boolean'),
  getContentInfo: VALUE('int'),
  searchResourceTypes: collection('resourceType', RESOURCE_TYPE),
  getResourceType: { root: 'resourceType', element: RESOURCE_TYPE },
  searchResources: collection('resource', RESOURCE),
  listPlatforms: collection('resource', RESOURCE),
  findResources: collection('resource', RESOURCE),
  previewRemoval: { root: 'resourceRemoval', element: REMOVAL },
  getResource: { root: 'resource', element: RESOURCE },
  getCreationStatus: { root: 'resource', element: RESOURCE },
  listChildren: collection('resource', RESOURCE),
  getHierarchy: collection('resource', RESOURCE),
  getResourceConfiguration: { root: 'resourceConfiguration', element: CONFIGURATION },
  listResourceAlerts: LINKS,
  getAvailability: { root: 'availability', element: AVAILABILITY },
  listAvailabilityHistory: collection('availability', AVAILABILITY),
  getAvailabilitySummary: { root: 'availabilitySummary', element: AVAILABILITY_SUMMARY },
  listSchedules: collection('metricSchedule', SCHEDULE),
  getMetricDefinition: { root: 'metricSchedule', element: SCHEDULE },
  listMetricDefinitions: collection('metricSchedule', SCHEDULE),
  getSchedule: { root: 'metricSchedule', element: SCHEDULE },
  listMetricData: collection('metricAggregate', AGGREGATE),
  getMetricData: { root: 'metricAggregate', element: AGGREGATE },
  listMetricDataOfResource: collection('metricAggregate', AGGREGATE),
  listMetricDataOfGroup: collection('metricDefinitionAggregate', DEFINITION_AGGREGATE),
  getMetricDataOfGroup: { root: 'metricAggregate', element: AGGREGATE },
  getRawMetricData: collection('numericDataPoint', POINT),
  getTrait: VALUE('string'),
  getBaseline: { root: 'baseline', element: BASELINE },
  ...XML_OF_ALERT_READS,
  ...XML_OF_ON_CALL_READS,
  ...XML_OF_CONTACT_READS,
  ...XML_OF_OVERVIEWS,
  ...xmlOfGroupReads(GROUP, RESOURCE, SCHEDULE),
  ...XML_OF_OPERATION_READS,
};

/** See rule metrics-10. */
const REJECTION: ElementSchema = { children: { rejected: ['*', POINT], message: ['1', 'string'] } };

/** Schemas of writes with a response body, by operation id. */
export const XML_OF_WRITES: Readonly<Record<string, DocumentSchema>> = {
  updateConnection: { root: 'resourceConfiguration', element: CONFIGURATION },
  updateResource: { root: 'resource', element: RESOURCE },
  deleteResources: { root: 'resourceRemoval', element: REMOVAL },
  createPlatform: { root: 'resource', element: RESOURCE },
  createPlatformByName: { root: 'resource', element: RESOURCE },
  createResource: { root: 'resource', element: RESOURCE },
  createResourceByName: { root: 'resource', element: RESOURCE },
  updateSchedule: { root: 'metricSchedule', element: SCHEDULE },
  updateMetricDefinition: { root: 'metricSchedule', element: SCHEDULE },
  submitMetricData: { root: 'metricRejection', element: REJECTION },
  addPlugin: collection('plugin', PLUGIN),
  putPlugin: collection('plugin', PLUGIN),
  pushPlugins: VALUE('string'),
  enablePlugin: { root: 'plugin', element: PLUGIN },
  postPlugin: { root: 'plugin', element: PLUGIN },
  deletePlugin: { root: 'plugin', element: PLUGIN },
  uploadContent: VALUE('string'),
  ...XML_OF_ALERT_WRITES,
  ...XML_OF_ON_CALL_WRITES,
  ...XML_OF_CONTACT_WRITES,
  ...xmlOfGroupWrites(GROUP),
  ...XML_OF_OPERATION_WRITES,
};

/** Every error. See rule http-11. */
export const XML_OF_ERRORS: DocumentSchema = {
  root: 'vendorErrorWrapper',
  element: { children: { message: ['1', 'string'] } },
};
