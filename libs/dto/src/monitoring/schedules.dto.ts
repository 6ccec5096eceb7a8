import { Dto, Field } from '../fields';
import type { Link } from '../values';

export const METRIC_DATA_TYPES = ['MEASUREMENT', 'TRAIT', 'COMPLEX', 'CALLTIME', 'AVAILABILITY'] as const;
export type MetricDataType = (typeof METRIC_DATA_TYPES)[number];

@Dto('metricSchedule', 'Collection schedule of a metric of a resource')
export class MetricSchedule {
  @Field.Int('Id of the schedule')
  scheduleId!: number;
  @Field.String('Name of the metric')
  scheduleName!: string;
  @Field.Boolean('Whether it is collected')
  enabled!: boolean;
  @Field.Int('Collection interval, in ms; at least 30000')
  collectionInterval!: number;
  @Field.String('Display name of the metric')
  displayName!: string;
  @Field.String('Unit symbol')
  unit!: string;
  @Field.Enum('Data type of the metric', { values: METRIC_DATA_TYPES, open: true })
  type!: MetricDataType;
  @Field.Int('Id of the definition of the metric')
  definitionId!: number;
  @Field.Time('When it was last changed', { element: false })
  mtime!: number;
  @Field.Links('Links to the metric data and the resource')
  links!: readonly Link[];
}

/** Filters of the list of metric definitions. */
export class MetricDefinitionListQuery {
  @Field.Id('Type of the resources that have the metrics', { example: 10001 })
  resourceTypeId!: number;
}

/** Whether a change of a metric's defaults also applies to existing schedules. */
export class MetricDefinitionChangeQuery {
  @Field.Flag('Whether to change existing schedules, too', { default: false })
  updateExisting!: boolean;
}

/** Filters of the list of schedules of a resource. */
export class ScheduleListQuery {
  @Field.String('Data type, case-insensitive', {
    default: 'all',
    documented: { enum: ['all', 'metric', 'measurement', 'trait', 'calltime'] },
  })
  type!: string;
  @Field.Flag('Whether to omit disabled schedules', { default: true })
  enabledOnly!: boolean;
  @Field.String('Name of the metric, exactly', { optional: true })
  name?: string;
}
