import { double, integer, recordShape, text, time } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';
import { valueText } from '../domain/value-text';
import type { Measure } from '../domain/value-text';

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

const CALL: Measure = { unit: 'MILLISECONDS' };

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
  columns: [
    { heading: 'Destination', of: ({ callDestination }) => callDestination },
    { heading: 'Calls', isNumber: true, of: ({ count }) => count },
    { heading: 'Shortest', isNumber: true, of: ({ minimum }) => valueText(minimum, CALL) },
    { heading: 'Average', isNumber: true, of: ({ average }) => valueText(average, CALL) },
    { heading: 'Longest', isNumber: true, of: ({ maximum }) => valueText(maximum, CALL) },
    { heading: 'In all', isNumber: true, of: ({ total }) => valueText(total, CALL) },
  ],
});
export type CallTimeRest = RecordOf<typeof CALL_TIME>;
