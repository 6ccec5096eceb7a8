import type { CallTimeRest } from '@wardstone/dto/monitoring';
import type { RecordView } from '@wardstone/media-types';
import { type Measure, valueText } from '@wardstone/units';

const CALL: Measure = { unit: 'MILLISECONDS' };

export const CALL_TIME_PAGE: RecordView<CallTimeRest> = {
  columns: [
    { heading: 'Destination', of: ({ callDestination }) => callDestination },
    { heading: 'Calls', isNumber: true, of: ({ count }) => count },
    { heading: 'Shortest', isNumber: true, of: ({ minimum }) => valueText(minimum, CALL) },
    { heading: 'Average', isNumber: true, of: ({ average }) => valueText(average, CALL) },
    { heading: 'Longest', isNumber: true, of: ({ maximum }) => valueText(maximum, CALL) },
    { heading: 'Total', isNumber: true, of: ({ total }) => valueText(total, CALL) },
  ],
};
