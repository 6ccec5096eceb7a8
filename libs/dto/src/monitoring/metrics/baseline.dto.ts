import { DoubleField, Dto, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto({ name: 'Baseline', element: 'baseline', description: 'Baseline of a metric: its usual range' })
export class BaselineRest {
  @DoubleField({ description: 'Lower end' })
  min!: Double;
  @DoubleField({ description: 'Upper end' })
  max!: Double;
  @DoubleField({ description: 'Usual value' })
  mean!: Double;
  @TimeField({ description: 'When it was computed or set' })
  computeTime!: number;
}
