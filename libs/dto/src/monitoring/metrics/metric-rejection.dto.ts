import { ArrayField, Dto, StringField } from '../../fields';
import { NumericDataPoint } from './numeric-data-point.dto';

@Dto('metricRejection', 'The rejected points')
export class MetricRejection {
  @ArrayField('The rejected points as sent, in their order', { of: () => NumericDataPoint })
  rejected!: readonly NumericDataPoint[];
  @StringField('Why')
  message!: string;
}
