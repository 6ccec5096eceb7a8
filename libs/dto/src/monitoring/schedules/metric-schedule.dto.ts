import { BooleanField, Dto, EnumField, IntField, LinksField, StringField, TimeField } from '../../fields';
import type { Link } from '../../values';

export const METRIC_DATA_TYPES = ['MEASUREMENT', 'TRAIT', 'COMPLEX', 'CALLTIME', 'AVAILABILITY'] as const;
export type MetricDataType = (typeof METRIC_DATA_TYPES)[number];

@Dto({ element: 'metricSchedule', description: 'How often a metric of a resource is collected' })
export class MetricSchedule {
  @IntField({ description: 'Id of the schedule' })
  scheduleId!: number;
  @StringField({ description: 'Name of the metric' })
  scheduleName!: string;
  @BooleanField({ description: 'Whether it is collected' })
  enabled!: boolean;
  @IntField({ description: 'Time between two collections, in ms; 30000 or more' })
  collectionInterval!: number;
  @StringField({ description: 'Name of the metric for people' })
  displayName!: string;
  @StringField({ description: 'Symbol of the unit' })
  unit!: string;
  @EnumField({ description: 'What kind of data the metric has', values: METRIC_DATA_TYPES, open: true })
  type!: MetricDataType;
  @IntField({ description: 'Id of the definition of the metric' })
  definitionId!: number;
  @TimeField({ description: 'When it was last changed', element: false })
  mtime!: number;
  @LinksField({ description: 'Data of the metric and the resource' })
  links!: readonly Link[];
}
