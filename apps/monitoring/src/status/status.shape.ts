import { recordShape, text, textMap } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';
import { SERVER_MODES } from './server-mode';

/** The contract's StringValue, holding a mode. Source: media spec 11.2. */
export const SERVER_MODE = recordShape({
  name: 'StringValue',
  element: 'value',
  description: 'The operation mode of the server',
  fields: { value: text('The mode', { attribute: true, oneOf: SERVER_MODES }) },
});
export type ServerModeValue = RecordOf<typeof SERVER_MODE>;

/** Source: contract 2, media spec 11.1. */
export const STATUS = recordShape({
  name: 'Status',
  element: 'status',
  description: 'What the server is and how much it looks after',
  fields: { values: textMap('Values by key, in the order of the keys') },
});
export type Status = RecordOf<typeof STATUS>;
