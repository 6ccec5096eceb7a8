import path from 'node:path';
import { itWritesTablesOfItsOwn } from '@wardstone/testing';

itWritesTablesOfItsOwn({
  service: 'monitoring',
  src: path.join(__dirname, '..'),
  exceptions: {
    'alert-engine': {
      alert: 'an alert fires and ends in the step that decides it',
      alert_definition: 'a definition that fires once is disabled in the step that fires it',
    },
    incidents: {
      incident: 'an ended incident goes with the last of its alerts',
      alert_definition: 'a deleted definition goes with the last of its alerts',
    },
    notifications: {
      alert_notification_log: 'a delivery stores its outcome',
    },
    agents: {
      resource: 'discovery creates and updates what an agent reports, row by row in one merge; so do configurations',
    },
    availability: {
      agent: 'an agent is asked for everything where a person enables a resource again; agents depends on availability',
      resource: 'the current availability is kept beside the resource, in the step that changes the timeline',
    },
    metrics: {
      metric_definition: 'the defaults of schedules change together with the schedules',
    },
    ingest: {
      metric_definition: 'series that come in have metrics that no descriptor declares',
      metric_schedule: 'each series is a schedule, made with its entry of the dictionary',
      resource: 'targets of series are made with them, many in one statement',
    },
    'work-queue': {
      agent_work:
        'work is queued for an agent in the transaction that needs it; agents depends on the rooms that queue it',
    },
    'sample-inventory': {
      resource: 'the sample of a new installation is discovered as an agent would do it',
    },
    plugins: {
      resource: 'an upgrade of a plugin brings the resources of its types up to date',
      resource_group: 'groups made for a type go with it',
    },
  },
  composed: {
    'alert-definitions/template.queries.ts': ['alert_condition', 'alert_notification'],
    'metrics/storage/metric-retention.queries.ts': ['metric_1h', 'metric_6h', 'metric_24h'],
    'metrics/storage/metric-roll-up.queries.ts': ['metric_1h', 'metric_6h', 'metric_24h'],
    'metrics/storage/metric-partition.queries.ts': ['metric_chunk', 'metric_histogram'],
    'plugins/types/facet.queries.ts': [
      'metric_definition',
      'operation_definition',
      'event_definition',
      'package_type',
      'drift_template',
    ],
    'users/user.queries.ts': ['marked_resource', 'marked_group'],
  },
  noTables: ['stream', 'metric_chunk_default', 'metric_histogram_default'],
});
