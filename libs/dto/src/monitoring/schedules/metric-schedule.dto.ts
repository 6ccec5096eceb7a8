import { BooleanField, Dto, EnumField, FlagField, IntField, LinksField, StringField, TimeField } from '../../fields';
import type { Link } from '../../values';

export const METRIC_DATA_TYPES = ['MEASUREMENT', 'TRAIT', 'COMPLEX', 'CALLTIME', 'AVAILABILITY'] as const;
export type MetricDataType = (typeof METRIC_DATA_TYPES)[number];

@Dto({ element: 'metricSchedule', description: 'Collection schedule of a metric of a resource' })
export class MetricSchedule {
  @IntField({ description: 'Id of the schedule' })
  scheduleId!: number;
  @StringField({ description: 'Name of the metric' })
  scheduleName!: string;
  @BooleanField({ description: 'Whether it is collected' })
  enabled!: boolean;
  @IntField({ description: 'Collection interval, in ms; at least 30000' })
  collectionInterval!: number;
  @StringField({ description: 'Display name of the metric' })
  displayName!: string;
  @StringField({ description: 'Unit symbol' })
  unit!: string;
  @EnumField({ description: 'Data type of the metric', values: METRIC_DATA_TYPES, open: true })
  type!: MetricDataType;
  @IntField({ description: 'Id of the definition of the metric' })
  definitionId!: number;
  @TimeField({ description: 'When it was last changed', element: false })
  mtime!: number;
  @LinksField({ description: 'Links to the metric data and the resource' })
  links!: readonly Link[];
}

/** How far a change of the defaults of a metric reaches. */
export class MetricDefinitionChangeQuery {
  @FlagField({ description: 'Change the schedules that there are as well', default: false })
  updateExisting!: boolean;
}
