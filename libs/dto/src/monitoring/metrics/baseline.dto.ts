import { DoubleField, Dto, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto('baseline', 'Baseline of a metric: its usual range', { name: 'Baseline' })
export class BaselineRest {
  @DoubleField('Lower end')
  min!: Double;
  @DoubleField('Upper end')
  max!: Double;
  @DoubleField('Usual value')
  mean!: Double;
  @TimeField('When it was computed or set')
  computeTime!: number;
}
