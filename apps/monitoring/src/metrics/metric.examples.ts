import type {
  BaselineRest,
  GroupChart,
  GroupMember,
  MetricAggregate,
  MetricChart,
  MetricDefinitionAggregate,
  MetricSchedule,
  NumericDataPoint,
} from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';

/** Examples of records for the API document: a schedule in a list. */
export const LISTED_SCHEDULE_EXAMPLE: MetricSchedule = {
  scheduleId: 10431,
  scheduleName: 'Native.MemoryInfo.free',
  enabled: true,
  collectionInterval: 600_000,
  displayName: 'Free Memory',
  unit: 'B',
  type: 'MEASUREMENT',
  definitionId: 10055,
  mtime: 1_700_000_000_000,
  links: [
    toLink('metric', 'http://localhost:8080/rest/metric/data/10431'),
    toLink('metric-raw', 'http://localhost:8080/rest/metric/data/10431/raw'),
    toLink('resource', 'http://localhost:8080/rest/resource/10001'),
  ],
};

export const SCHEDULE_EXAMPLE: MetricSchedule = {
  ...LISTED_SCHEDULE_EXAMPLE,
  links: [
    toLink('metric', 'http://localhost:8080/rest/metric/data/10431'),
    toLink('resource', 'http://localhost:8080/rest/resource/10001'),
    toLink('edit', 'http://localhost:8080/rest/metric/schedule/10431'),
    toLink('self', 'http://localhost:8080/rest/metric/schedule/10431'),
    toLink('coregui', 'http://localhost:8080/console/inventory/10001/schedules'),
  ],
};

export const DEFINITION_EXAMPLE: MetricSchedule = {
  ...LISTED_SCHEDULE_EXAMPLE,
  scheduleId: LISTED_SCHEDULE_EXAMPLE.definitionId,
  mtime: 0,
  links: [
    toLink('self', `http://localhost:8080/rest/metric/definition/${LISTED_SCHEDULE_EXAMPLE.definitionId}`),
    toLink('resourceType', 'http://localhost:8080/rest/resource/type/10005'),
  ],
};

export const AGGREGATE_EXAMPLE: MetricAggregate = {
  scheduleId: 10431,
  min: 2,
  avg: 14.8,
  max: 50,
  numDataPoints: 2,
  group: false,
  minTimeStamp: 1_700_000_000_000,
  maxTimeStamp: 1_700_000_480_000,
  dataPoints: [
    { timeStamp: 1_700_000_000_000, value: 14.8, high: 50, low: 2 },
    { timeStamp: 1_700_000_480_000, value: 'NaN', high: 'NaN', low: 'NaN' },
  ],
};

export const DEFINITION_AGGREGATE_EXAMPLE: MetricDefinitionAggregate = {
  definitionId: 10055,
  min: 1.5,
  avg: 3.25,
  max: 5,
  minTimeStamp: 1_699_999_000_000,
  maxTimeStamp: 1_699_999_900_000,
};

export const POINT_EXAMPLE: NumericDataPoint = { scheduleId: 10431, timeStamp: 1_700_000_000_000, value: 1.5 };

export const BASELINE_EXAMPLE: BaselineRest = { min: 0, max: 2, mean: 1, computeTime: 1_700_000_000_000 };

export const CHART_EXAMPLE: MetricChart = {
  scheduleId: 10431,
  definitionId: 10055,
  resourceId: 10001,
  resourceName: 'web-1',
  displayName: 'User Load',
  unit: 'PERCENTAGE',
  perMinute: false,
  collectionInterval: 600_000,
  last: 0.97,
  min: 0.91,
  avg: 0.93,
  max: 0.97,
  baseline: { min: 0.02, max: 0.4, mean: 0.11, computeTime: 1_700_000_000_000 },
  limits: [{ definitionId: 10012, name: 'CPU very high', priority: 'HIGH', comparator: '>', value: 0.9 }],
  alerts: [{ id: 10044, name: 'CPU very high', time: 1_700_000_480_000 }],
  dataPoints: [{ timeStamp: 1_700_000_480_000, value: 0.93, high: 0.97, low: 0.91 }],
};

export const GROUP_CHART_EXAMPLE: GroupChart = {
  definitionId: 10055,
  displayName: 'User Load',
  unit: 'PERCENTAGE',
  perMinute: false,
  collectionInterval: 600_000,
  memberCount: 3,
  measuredCount: 2,
  highest: [
    { resourceId: 10001, resourceName: 'web-1', value: 0.97 },
    { resourceId: 10002, resourceName: 'web-2', value: 0.12 },
  ],
  lowest: [
    { resourceId: 10002, resourceName: 'web-2', value: 0.12 },
    { resourceId: 10001, resourceName: 'web-1', value: 0.97 },
  ],
  dataPoints: [{ timeStamp: 1_700_000_480_000, value: 0.54, high: 0.97, low: 0.12 }],
};

export const MEMBER_EXAMPLE: GroupMember = {
  resourceId: 10001,
  resourceName: 'web-1',
  typeName: 'Linux',
  ancestry: null,
  availability: 'UP',
  openAlerts: 2,
  value: 0.97,
};
