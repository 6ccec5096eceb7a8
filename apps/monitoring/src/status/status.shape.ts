import { recordShape, text } from '@wardstone/media-types';
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
