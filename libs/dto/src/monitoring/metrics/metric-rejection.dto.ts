import { ArrayField, Dto, StringField } from '../../fields';
import { NumericDataPoint } from './numeric-data-point.dto';

@Dto({ element: 'metricRejection', description: 'The points that were not stored' })
export class MetricRejection {
  @ArrayField({ description: 'The points as they were sent, in their order', of: () => NumericDataPoint })
  rejected!: readonly NumericDataPoint[];
  @StringField({ description: 'Why' })
  message!: string;
}
