import { DoubleField, Dto, StringField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto({ element: 'namedDataPoint', description: 'A value of a named metric' })
export class NamedDataPoint {
  @TimeField({ description: 'When it was measured', attribute: true })
  timestamp!: number;
  @DoubleField({ description: 'The value', attribute: true })
  value!: Double;
  @StringField({ description: 'Name of the metric', attribute: true })
  metric!: string;
}
