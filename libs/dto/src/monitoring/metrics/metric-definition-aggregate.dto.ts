import { DoubleField, Dto, IntField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto('metricDefinitionAggregate', 'Aggregate of one metric over all members of a group; "NaN" without values')
export class MetricDefinitionAggregate {
  @IntField('Id of the metric definition')
  definitionId!: number;
  @DoubleField('Smallest value')
  min!: Double;
  @DoubleField('Arithmetic mean of all values')
  avg!: Double;
  @DoubleField('Greatest value')
  max!: Double;
  @TimeField('Time of the first value; 0 if none')
  minTimeStamp!: number;
  @TimeField('Time of the last value; 0 if none')
  maxTimeStamp!: number;
}
