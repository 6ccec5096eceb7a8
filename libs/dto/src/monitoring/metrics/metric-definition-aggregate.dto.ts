import { DoubleField, Dto, IntField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto({
  element: 'metricDefinitionAggregate',
  description: 'Aggregate of one metric over all members of a group; "NaN" without values',
})
export class MetricDefinitionAggregate {
  @IntField({ description: 'Id of the metric definition' })
  definitionId!: number;
  @DoubleField({ description: 'Smallest value' })
  min!: Double;
  @DoubleField({ description: 'Arithmetic mean of all values' })
  avg!: Double;
  @DoubleField({ description: 'Greatest value' })
  max!: Double;
  @TimeField({ description: 'Time of the first value; 0 if none' })
  minTimeStamp!: number;
  @TimeField({ description: 'Time of the last value; 0 if none' })
  maxTimeStamp!: number;
}
