import { ArrayField, BooleanField, DoubleField, Dto, IntField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto({ element: 'dataPoint', description: 'What was measured within a part of the window; "NaN" where nothing was' })
export class MetricAggregateDataPoint {
  @TimeField({ description: 'First ms of the part' })
  timeStamp!: number;
  @DoubleField({ description: 'Arithmetic mean' })
  value!: Double;
  @DoubleField({ description: 'Greatest value' })
  high!: Double;
  @DoubleField({ description: 'Smallest value' })
  low!: Double;
}

@Dto({
  element: 'metricAggregate',
  description: 'What was measured in a window of time, as a whole and in equal parts; "NaN" where nothing was',
})
export class MetricAggregate {
  @IntField({ description: 'Id of the schedule; of data of a group the id of the definition' })
  scheduleId!: number;
  @DoubleField({ description: 'Smallest value of the window' })
  min!: Double;
  @DoubleField({ description: 'Arithmetic mean of the values of the window' })
  avg!: Double;
  @DoubleField({ description: 'Greatest value of the window' })
  max!: Double;
  @IntField({ description: 'Number of the parts listed' })
  numDataPoints!: number;
  @BooleanField({ description: 'Whether it is data of a group' })
  group!: boolean;
  @TimeField({ description: 'First time listed; 0 if none is' })
  minTimeStamp!: number;
  @TimeField({ description: 'Last time listed; 0 if none is' })
  maxTimeStamp!: number;
  @ArrayField({ description: 'Parts of the window, oldest first', of: () => MetricAggregateDataPoint })
  dataPoints!: readonly MetricAggregateDataPoint[];
}
