import {
  BooleanField,
  Dto,
  EnumField,
  FlagField,
  IdField,
  IntField,
  LinksField,
  StringField,
  TimeField,
} from '../fields';
import type { Link } from '../values';

export const METRIC_DATA_TYPES = ['MEASUREMENT', 'TRAIT', 'COMPLEX', 'CALLTIME', 'AVAILABILITY'] as const;
export type MetricDataType = (typeof METRIC_DATA_TYPES)[number];

@Dto('metricSchedule', 'Collection schedule of a metric of a resource')
export class MetricSchedule {
  @IntField('Id of the schedule')
  scheduleId!: number;
  @StringField('Name of the metric')
  scheduleName!: string;
  @BooleanField('Whether it is collected')
  enabled!: boolean;
  @IntField('Collection interval, in ms; at least 30000')
  collectionInterval!: number;
  @StringField('Display name of the metric')
  displayName!: string;
  @StringField('Unit symbol')
  unit!: string;
  @EnumField('Data type of the metric', { values: METRIC_DATA_TYPES, open: true })
  type!: MetricDataType;
  @IntField('Id of the definition of the metric')
  definitionId!: number;
  @TimeField('When it was last changed', { element: false })
  mtime!: number;
  @LinksField('Links to the metric data and the resource')
  links!: readonly Link[];
}

/** Which definitions of metrics are listed. */
export class MetricDefinitionListQuery {
  @IdField('Type of the resources that have the metrics', { example: 10001 })
  resourceTypeId!: number;
}

/** How far a change of the defaults of a metric reaches. */
export class MetricDefinitionChangeQuery {
  @FlagField('Change the schedules that there are as well', { default: false })
  updateExisting!: boolean;
}

/** Which schedules of a resource are listed. */
export class ScheduleListQuery {
  @StringField('Data type, case-insensitive', {
    default: 'all',
    documented: { enum: ['all', 'metric', 'measurement', 'trait', 'calltime'] },
  })
  type!: string;
  @FlagField('Whether to omit disabled schedules', { default: true })
  enabledOnly!: boolean;
  @StringField('Name of the metric, exactly', { optional: true })
  name?: string;
}
