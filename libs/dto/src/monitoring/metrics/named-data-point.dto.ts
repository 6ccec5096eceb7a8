import { DoubleField, Dto, StringField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto('namedDataPoint', 'A value of a named metric')
export class NamedDataPoint {
  @TimeField('When it was measured', { attribute: true })
  timestamp!: number;
  @DoubleField('The value', { attribute: true })
  value!: Double;
  @StringField('Name of the metric', { attribute: true })
  metric!: string;
}
