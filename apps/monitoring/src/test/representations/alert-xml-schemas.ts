import { DRY_RUN, EXPLANATION, INCIDENT, INCIDENT_NOTIFICATION, STATES } from './notice-xml-schemas';
import { LINK, RESOURCE, VALUE } from './xml-elements';
import { collection, type DocumentSchema, type ElementSchema } from './xml-schema';

/** Any element: a value of a map states its type in an attribute. */
export const MAP: ElementSchema = {
  children: {
    entry: [
      '*',
      {
        children: {
          key: ['1', 'string'],
          value: ['1', { attributes: { 'xsi:type': 'string', 'xmlns:xsi': 'uri', 'xmlns:xs': 'uri' }, text: 'string' }],
        },
      },
    ],
  },
};
const PLAIN_MAP: ElementSchema = {
  children: { entry: ['*', { children: { key: ['1', 'string'], value: ['1', 'string'] } }] },
};

/** See rule alerts-9. */
const CONDITION: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['?', 'string'],
    category: ['1', 'string'],
    threshold: ['?', 'double'],
    option: ['?', 'string'],
    triggerId: ['?', 'int'],
    comparator: ['?', ['<', '<=', '=', '>=', '>']],
    measurementDefinition: ['1', 'int'],
  },
};

/** See rule alerts-12. */
export const NOTIFICATION: ElementSchema = {
  children: { id: ['1', 'int'], senderName: ['1', 'string'], config: ['1', MAP] },
};

/** See rule alerts-1. */
const DEFINITION: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    enabled: ['1', 'boolean'],
    priority: ['1', ['HIGH', 'MEDIUM', 'LOW']],
    recoveryId: ['1', 'int'],
    conditionMode: ['1', ['ANY', 'ALL']],
    conditions: ['*', CONDITION],
    notifications: ['*', NOTIFICATION],
    dampeningCategory: ['1', ['NONE', 'ONCE', 'CONSECUTIVE_COUNT', 'PARTIAL_COUNT', 'DURATION_COUNT', 'INVERSE_COUNT']],
    dampeningCount: ['1', 'int'],
    dampeningPeriod: ['1', 'int'],
    dampeningUnit: ['?', ['MINUTES', 'HOURS', 'DAYS', 'WEEKS']],
    links: ['*', LINK],
  },
};

const AVAILABILITY = ['1', ['UP', 'DOWN', 'UNKNOWN', 'DISABLED']] as const;

/** See rule alerts-15. */
const toAlert = (definition: ElementSchema, resource: ElementSchema): ElementSchema => ({
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    alertDefinition: ['1', definition],
    definitionEnabled: ['1', 'boolean'],
    ackBy: ['?', 'string'],
    ackTime: ['1', 'long'],
    alertTime: ['1', 'long'],
    description: ['1', 'string'],
    resource: ['1', resource],
    links: ['*', LINK],
  },
});
const ALERT = toAlert(DEFINITION, RESOURCE);
const SLIM_ALERT = toAlert(
  { children: { id: ['1', 'int'] } },
  { children: { resourceName: ['1', 'string'], resourceId: ['1', 'int'] } },
);

/** See rule alerts-45. */
const HEARTBEAT: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    resourceId: ['1', 'int'],
    resourceName: ['1', 'string'],
    source: [
      '1',
      {
        children: {
          kind: ['1', ['PING', 'METRIC', 'EVENT']],
          scheduleId: ['?', 'int'],
          severity: ['?', ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']],
          text: ['?', 'string'],
        },
      },
    ],
    seconds: ['1', 'int'],
    availability: AVAILABILITY,
    heardTime: ['1', 'long'],
    address: ['?', 'string'],
    links: ['*', LINK],
  },
};

/** See rule alerts-65. */
const EVALUATION: ElementSchema = {
  children: {
    definitionId: ['1', 'int'],
    health: ['1', ['OK', 'ERROR', 'OFF', 'WAITING']],
    problem: ['?', 'string'],
    author: ['?', 'string'],
    evaluatedTime: ['1', 'long'],
    durationMs: ['1', 'int'],
    series: ['1', 'int'],
    settlingUntil: ['1', 'long'],
    instances: [
      '*',
      {
        children: {
          state: ['1', ['PENDING', 'FIRING']],
          labels: ['1', PLAIN_MAP],
          annotations: ['1', PLAIN_MAP],
          value: ['1', 'double'],
          activeTime: ['1', 'long'],
          resourceId: ['1', 'int'],
          resourceName: ['1', 'string'],
        },
      },
    ],
  },
};
const INSTALLATION: ElementSchema = { children: { resourceId: ['1', 'int'] } };

/** See rule integrations-1. */
const INTEGRATION: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    kind: ['1', ['ALERTMANAGER', 'PROMETHEUS', 'PAGERDUTY', 'GRAFANA', 'UPTIME_KUMA', 'JSON', 'MAIL']],
    mapping: [
      '?',
      {
        children: {
          alerts: ['?', 'string'],
          key: ['?', 'string'],
          status: ['?', 'string'],
          resolvedWords: ['*', 'string'],
          severity: ['?', 'string'],
          title: ['?', 'string'],
          host: ['?', 'string'],
          value: ['?', 'string'],
          link: ['?', 'string'],
        },
      },
    ],
    open: ['1', 'int'],
    heardTime: ['1', 'long'],
    problem: ['?', 'string'],
    address: ['?', 'string'],
    links: ['*', LINK],
  },
};

const EXTERNAL_ALERT: ElementSchema = {
  children: {
    id: ['1', 'int'],
    key: ['1', 'string'],
    severity: ['1', ['CRITICAL', 'ERROR', 'WARNING', 'INFO']],
    title: ['1', 'string'],
    host: ['?', 'string'],
    value: ['?', 'string'],
    link: ['?', 'string'],
    firstTime: ['1', 'long'],
    heardTime: ['1', 'long'],
    resolvedTime: ['1', 'long'],
  },
};

const INTEGRATION_REQUEST: ElementSchema = {
  children: {
    id: ['1', 'int'],
    time: ['1', 'long'],
    fired: ['1', 'int'],
    updated: ['1', 'int'],
    resolved: ['1', 'int'],
    ignored: ['1', 'int'],
    problem: ['?', 'string'],
  },
};

/** See rule alerts-35. */
const DEPENDENCY: ElementSchema = {
  children: { resourceId: ['1', 'int'], resourceName: ['1', 'string'], availability: AVAILABILITY, links: ['*', LINK] },
};

const DEPENDENT: ElementSchema = {
  children: { resourceId: ['1', 'int'], resourceName: ['1', 'string'], dependsOn: ['*', 'int'], links: ['*', LINK] },
};

/** See rule alerts-32. */
const SILENCE: ElementSchema = {
  children: {
    id: ['1', 'int'],
    scope: [
      '1',
      {
        children: {
          kind: ['1', ['RESOURCE', 'GROUP', 'GROUP_DEFINITION', 'TYPE', 'DEFINITION']],
          id: ['1', 'int'],
          name: ['1', 'string'],
          descendants: ['?', 'boolean'],
        },
      },
    ],
    place: ['?', 'string'],
    reason: ['1', 'string'],
    author: ['1', 'string'],
    createTime: ['1', 'long'],
    startTime: ['1', 'long'],
    endTime: ['1', 'long'],
    rule: ['?', 'string'],
    timeZone: ['?', 'string'],
    state: ['1', ['ACTIVE', 'SCHEDULED', 'ENDED']],
    windowStart: ['1', 'long'],
    windowEnd: ['1', 'long'],
    endedBy: ['?', 'string'],
    links: ['*', LINK],
  },
};

/** See rule alerts-14. */
const SENDER: ElementSchema = {
  children: {
    senderName: ['1', 'string'],
    description: ['1', 'string'],
    link: ['1', LINK],
    configDefinition: ['?', PLAIN_MAP],
  },
};

const TEXTS = collection('value', { attributes: { value: 'string' } });

/** See rule events-1. */
const SOURCE: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    displayName: ['1', 'string'],
    location: ['1', 'string'],
    resourceId: ['1', 'int'],
    description: ['?', 'string'],
  },
};
const EVENT_DEFINITION: ElementSchema = {
  children: {
    id: ['1', 'int'],
    name: ['1', 'string'],
    displayName: ['1', 'string'],
    description: ['?', 'string'],
  },
};
const EVENT: ElementSchema = {
  children: {
    id: ['1', 'int'],
    detail: ['1', 'string'],
    sourceId: ['1', 'int'],
    timestamp: ['1', 'long'],
    severity: ['1', ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']],
  },
};

export const NOTIFICATION_TEST: ElementSchema = {
  children: { senderName: ['1', 'string'], state: ['1', STATES], message: ['1', 'string'], responses: ['*', 'string'] },
};

/** By operation id. */
export const XML_OF_ALERT_READS: Readonly<Record<string, DocumentSchema>> = {
  listAlertDefinitions: collection('definition', DEFINITION),
  getAlertDefinition: { root: 'definition', element: DEFINITION },
  getAlertCondition: { root: 'condition', element: CONDITION },
  getAlertNotification: { root: 'notification', element: NOTIFICATION },
  listAlertSenders: collection('alertSender', SENDER),
  getAlertSender: { root: 'alertSender', element: SENDER },
  listAlerts: collection('alert', ALERT),
  countAlerts: VALUE('int'),
  listHeartbeats: collection('heartbeat', HEARTBEAT),
  getHeartbeat: { root: 'heartbeat', element: HEARTBEAT },
  getEvaluationOfDefinition: { root: 'evaluation', element: EVALUATION },
  getInstallation: { root: 'installation', element: INSTALLATION },
  listIntegrations: collection('integration', INTEGRATION),
  getIntegration: { root: 'integration', element: INTEGRATION },
  listExternalAlerts: collection('externalAlert', EXTERNAL_ALERT),
  listIntegrationRequests: collection('request', INTEGRATION_REQUEST),
  listAllDependencies: collection('dependent', DEPENDENT),
  listDependencies: collection('dependency', DEPENDENCY),
  listDependents: collection('dependency', DEPENDENCY),
  listIncidents: collection('incident', INCIDENT),
  getIncident: { root: 'incident', element: INCIDENT },
  listIncidentNotifications: collection('incidentNotification', INCIDENT_NOTIFICATION),
  listSilences: collection('silence', SILENCE),
  getSilence: { root: 'silence', element: SILENCE },
  getAlert: { root: 'alert', element: ALERT },
  listAlertConditionLogs: TEXTS,
  listAlertNotificationLogs: TEXTS,
  getDefinitionOfAlert: { root: 'definition', element: DEFINITION },
  explainAlert: { root: 'alertExplanation', element: EXPLANATION },
  getEventSource: { root: 'source', element: SOURCE },
  listEventsOfSource: collection('event', EVENT),
  listEventSources: collection('source', SOURCE),
  listEventDefinitions: collection('eventDefinitionRest', EVENT_DEFINITION),
  listEventsOfResource: collection('event', EVENT),
};

/** Schemas of writes with a response body. */
export const XML_OF_ALERT_WRITES: Readonly<Record<string, DocumentSchema>> = {
  createAlertDefinition: { root: 'definition', element: DEFINITION },
  dryRunAlertDefinition: { root: 'dryRun', element: DRY_RUN },
  updateAlertDefinition: { root: 'definition', element: DEFINITION },
  addAlertCondition: { root: 'condition', element: CONDITION },
  updateAlertCondition: { root: 'condition', element: CONDITION },
  addAlertNotification: { root: 'notification', element: NOTIFICATION },
  updateAlertNotification: { root: 'notification', element: NOTIFICATION },
  testAlertNotification: { root: 'notificationTest', element: NOTIFICATION_TEST },
  testAlertSender: { root: 'notificationTest', element: NOTIFICATION_TEST },
  acknowledgeAlerts: {
    root: 'acknowledgementResult',
    element: { children: { acknowledged: ['1', 'int'], remaining: ['1', 'int'] } },
  },
  createHeartbeat: { root: 'heartbeat', element: HEARTBEAT },
  updateHeartbeat: { root: 'heartbeat', element: HEARTBEAT },
  renewHeartbeatAddress: { root: 'heartbeat', element: HEARTBEAT },
  createInstallation: { root: 'installation', element: INSTALLATION },
  createIntegration: { root: 'integration', element: INTEGRATION },
  updateIntegration: { root: 'integration', element: INTEGRATION },
  renewIntegrationAddress: { root: 'integration', element: INTEGRATION },
  resolveIncident: { root: 'incident', element: INCIDENT },
  updateDependencies: collection('dependency', DEPENDENCY),
  createSilence: { root: 'silence', element: SILENCE },
  updateSilence: { root: 'silence', element: SILENCE },
  endSilence: { root: 'silence', element: SILENCE },
  acknowledgeAlert: { root: 'alert', element: SLIM_ALERT },
  createEventSource: { root: 'source', element: SOURCE },
};
