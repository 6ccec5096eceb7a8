import type {
  BaselineRest,
  MetricAggregate,
  MetricDefinitionAggregate,
  MetricSchedule,
  NumericDataPoint,
} from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/media-types';
import { LISTED_SCHEDULE_EXAMPLE } from '../schedules/schedule.example';

/** What the API document shows of each record. */
export const SCHEDULE_EXAMPLE: MetricSchedule = {
  ...LISTED_SCHEDULE_EXAMPLE,
  links: [
    toLink('metric', 'http://localhost:8080/rest/metric/data/10431'),
    toLink('resource', 'http://localhost:8080/rest/resource/10001'),
    toLink('edit', 'http://localhost:8080/rest/metric/schedule/10431'),
    toLink('self', 'http://localhost:8080/rest/metric/schedule/10431'),
    toLink('coregui', 'http://localhost:8080/rest/resource/10001/schedules.html'),
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
