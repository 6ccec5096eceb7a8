import { DoubleField, Dto, IntField, StringField, TimeField } from '../../fields';
import type { Double } from '../../values';

@Dto({ element: 'callTimeValue', description: 'One call, as it is submitted' })
export class CallTimeValueRest {
  @StringField({ description: 'What was called' })
  callDestination!: string;
  @TimeField({ description: 'When the call began' })
  beginTime!: number;
  @IntField({ description: 'How long it took, in ms' })
  duration!: number;
}

@Dto({ element: 'callTime', description: 'How long calls to one destination took' })
export class CallTimeRest {
  @StringField({ description: 'What was called', attribute: true })
  callDestination!: string;
  @DoubleField({ description: 'Shortest call, in ms', attribute: true })
  minimum!: Double;
  @DoubleField({ description: 'Longest call, in ms', attribute: true })
  maximum!: Double;
  @DoubleField({ description: 'Mean over the calls, in ms', attribute: true })
  average!: Double;
  @DoubleField({ description: 'All calls together, in ms', attribute: true })
  total!: Double;
  @IntField({ description: 'Number of calls', attribute: true })
  count!: number;
}
