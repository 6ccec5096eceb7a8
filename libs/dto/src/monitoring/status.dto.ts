import { Dto, Field } from '../fields';
import type { TextMap } from '../values';

/** INSTALLED until the first start; operators set the others, initially NORMAL. */
export const SERVER_MODES = ['NORMAL', 'MAINTENANCE', 'DOWN', 'INSTALLED'] as const;
export type ServerMode = (typeof SERVER_MODES)[number];

@Dto('value', 'The operation mode of the server', { name: 'StringValue' })
export class ServerModeValue {
  @Field.Enum('The mode', { values: SERVER_MODES, attribute: true })
  value!: ServerMode;
}

@Dto('status', 'Versions, counts and identity of the server')
export class Status {
  @Field.TextMap('Values by key, in key order')
  values!: TextMap;
}
