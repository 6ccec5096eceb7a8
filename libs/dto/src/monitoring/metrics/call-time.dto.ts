import { DoubleField, Dto, IntField, StringField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto({ element: 'callTimeValue', description: 'A submitted call' })
export class CallTimeValueRest {
  @StringField({ description: 'Destination of the call' })
  callDestination!: string;
  @TimeField({ description: 'When the call began' })
  beginTime!: number;
  @IntField({ description: 'Duration, in ms' })
  duration!: number;
}

@Dto({ element: 'callTime', description: 'Durations of calls to one destination' })
export class CallTimeRest {
  @StringField({ description: 'Destination of the call', attribute: true })
  callDestination!: string;
  @DoubleField({ description: 'Shortest duration, in ms', attribute: true })
  minimum!: Double;
  @DoubleField({ description: 'Longest duration, in ms', attribute: true })
  maximum!: Double;
  @DoubleField({ description: 'Mean duration, in ms', attribute: true })
  average!: Double;
  @DoubleField({ description: 'Total duration, in ms', attribute: true })
  total!: Double;
  @IntField({ description: 'Number of calls', attribute: true })
  count!: number;
}
