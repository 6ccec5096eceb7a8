import { double, integer, recordShape, text, time } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

/** Source: plugin spec 8. */
export const CALL_TIME_VALUE = recordShape({
  name: 'CallTimeValueRest',
  element: 'callTimeValue',
  description: 'One call, as it is submitted',
  fields: {
    callDestination: text('What was called'),
    beginTime: time('When the call began'),
    duration: integer('How long it took, in ms'),
  },
});
export type CallTimeValueRest = RecordOf<typeof CALL_TIME_VALUE>;

/** Source: plugin spec 8. */
export const CALL_TIME = recordShape({
  name: 'CallTimeRest',
  element: 'callTime',
  description: 'How long calls to one destination took',
  fields: {
    callDestination: text('What was called', { attribute: true }),
    minimum: double('Shortest call, in ms', { attribute: true }),
    maximum: double('Longest call, in ms', { attribute: true }),
    average: double('Mean over the calls, in ms', { attribute: true }),
    total: double('All calls together, in ms', { attribute: true }),
    count: integer('Number of calls', { attribute: true }),
  },
});
export type CallTimeRest = RecordOf<typeof CALL_TIME>;
