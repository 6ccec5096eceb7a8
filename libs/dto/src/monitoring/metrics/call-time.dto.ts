import { DoubleField, Dto, IntField, StringField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto('callTimeValue', 'A submitted call')
export class CallTimeValueRest {
  @StringField('Destination of the call')
  callDestination!: string;
  @TimeField('When the call began')
  beginTime!: number;
  @IntField('Duration, in ms')
  duration!: number;
}

@Dto('callTime', 'Durations of calls to one destination')
export class CallTimeRest {
  @StringField('Destination of the call', { attribute: true })
  callDestination!: string;
  @DoubleField('Shortest duration, in ms', { attribute: true })
  minimum!: Double;
  @DoubleField('Longest duration, in ms', { attribute: true })
  maximum!: Double;
  @DoubleField('Mean duration, in ms', { attribute: true })
  average!: Double;
  @DoubleField('Total duration, in ms', { attribute: true })
  total!: Double;
  @IntField('Number of calls', { attribute: true })
  count!: number;
}
