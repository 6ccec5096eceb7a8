import { DoubleField, Dto, IntField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto('numericDataPoint', 'A value of a schedule')
export class NumericDataPoint {
  @IntField('Id of the schedule', { attribute: true })
  scheduleId!: number;
  @TimeField('When it was measured', { attribute: true, label: 'Time' })
  timeStamp!: number;
  @DoubleField('The value', { attribute: true })
  value!: Double;
}
